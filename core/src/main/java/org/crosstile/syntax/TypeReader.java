package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function.Direction;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Reads annotations. */
final class TypeReader {
    private static final List<String> KNOWN =
            List.of(
                    "pl.Tensor",
                    "pl.Tile",
                    "pl.Scalar",
                    "pl.Array",
                    "pl.Tuple",
                    "pl.Out",
                    "pl.InOut",
                    "pl.Ptr",
                    "pl.UnknownType",
                    "pld.DistributedTensor",
                    "pld.CommCtxType");

    private final Expressions expressions;
    private final Problems problems;

    TypeReader(Expressions expressions, Problems problems) {
        this.expressions = expressions;
        this.problems = problems;
    }

    /**
     * What an annotation says. What it leaves open is taken from the value: the space, the valid
     * region and the place of a tile, the view of a tensor.
     */
    record Annotation(Type type, boolean saysSpace, boolean saysView, boolean saysAddress) {}

    /** A parameter's direction; {@code IN} without a wrapper. */
    static Direction direction(Node node) {
        return switch (node instanceof Node.Subscript s ? Node.path(s.of()) : "") {
            case "pl.Out" -> Direction.OUT;
            case "pl.InOut" -> Direction.INOUT;
            default -> Direction.IN;
        };
    }

    /** The annotation inside of {@code pl.Out[...]} and {@code pl.InOut[...]}. */
    static Node unwrapped(Node node) {
        return node instanceof Node.Subscript s
                        && direction(node) != Direction.IN
                        && s.indices().size() == 1
                ? s.indices().getFirst()
                : node;
    }

    Type type(Node node) {
        return annotation(node).type();
    }

    Annotation annotation(Node node) {
        if (node instanceof Node.Subscript s) {
            return subscripted(Node.path(s.of()), s);
        }
        Optional<Type> plain = plain(Node.path(node));
        if (plain.isPresent()) {
            return new Annotation(plain.get(), false, false, false);
        }
        throw reject(node, "this is not a type");
    }

    private static Optional<Type> plain(String path) {
        return switch (path) {
            case "pl.Ptr", "pld.WindowBufferType" -> Optional.of(Type.Opaque.PTR);
            case "pld.CommCtxType", "pl.CommCtxType" -> Optional.of(Type.Opaque.COMM_CTX);
            case "pl.UnknownType" -> Optional.of(Type.Opaque.UNKNOWN);
            default -> Optional.empty();
        };
    }

    private Annotation subscripted(String path, Node.Subscript s) {
        return switch (path) {
            case "pl.Tensor", "pld.DistributedTensor" -> tensor(path.startsWith("pld"), s);
            case "pl.Tile" -> tile(s);
            case "pl.Scalar" -> {
                count(s, 1, 1);
                yield new Annotation(
                        new Type.Scalar(dtype(s.indices().getFirst())), false, false, false);
            }
            case "pl.Array" -> {
                count(s, 2, 2);
                Expr extent = expressions.extent(s.indices().getFirst());
                if (!(extent instanceof Expr.Int length) || length.value() > Integer.MAX_VALUE) {
                    throw reject(
                            s.indices().getFirst(), "the length of an array must be a constant");
                }
                yield new Annotation(
                        new Type.Array((int) length.value(), dtype(s.indices().get(1))),
                        false,
                        false,
                        false);
            }
            case "pl.Tuple", "tuple", "Tuple" -> {
                List<Type> items = new ArrayList<>();
                s.indices().forEach(item -> items.add(type(item)));
                yield new Annotation(new Type.Tuple(items), false, false, false);
            }
            case "pl.Out", "pl.InOut" ->
                    throw reject(s, "a direction belongs to a parameter, and stands outermost");
            default -> throw reject(s, "this is not a type");
        };
    }

    private Annotation tensor(boolean window, Node.Subscript s) {
        count(s, 2, 4);
        List<Expr> shape = shape(s.indices().getFirst());
        DType dtype = dtype(s.indices().get(1));
        TensorView view = TensorView.PACKED;
        boolean saysView = false;
        for (Node extra : s.indices().subList(2, s.indices().size())) {
            if (extra instanceof Node.Call call
                    && Node.path(call.function()).equals("pl.TensorView")) {
                view = view(call);
                saysView = true;
            } else if (!(extra instanceof Node.Text)) {
                throw reject(extra, "expected pl.TensorView(...)");
            }
        }
        checkSize(s, dtype, shape, Long.MAX_VALUE, "a tensor must have fewer than 2^63 bytes");
        checkValid(s.indices().getFirst(), shape, view.valid());
        Type type =
                window ? new Type.Window(shape, dtype, view) : new Type.Tensor(shape, dtype, view);
        return new Annotation(type, false, saysView, false);
    }

    private void checkSize(
            Node.Subscript s, DType dtype, List<Expr> shape, long most, String headline) {
        OptionalLong bytes = Exprs.bytes(dtype.bytes(), shape);
        if (bytes.isEmpty() || bytes.getAsLong() > most) {
            String found = Describe.shape(shape) + " of " + dtype;
            Problem.error(SyntaxRules.EXTENT, s.indices().getFirst().span(), found)
                    .headline(headline)
                    .to(problems);
            throw new Rejected();
        }
    }

    private void checkValid(Node node, List<Expr> shape, List<Expr> valid) {
        if (!valid.isEmpty() && valid.size() != shape.size()) {
            throw reject(node, "`valid_shape` has " + valid.size() + " entries for these extents");
        }
        for (int i = 0; i < valid.size(); i++) {
            OptionalLong extent = Exprs.constant(valid.get(i));
            long most = Exprs.constant(shape.get(i)).orElse(Long.MAX_VALUE);
            if (extent.isPresent() && (extent.getAsLong() < 0 || extent.getAsLong() > most)) {
                Problem.error(
                                SyntaxRules.EXTENT,
                                valid.get(i).span(),
                                "this is " + extent.getAsLong())
                        .headline("a valid extent must lie between 0 and the extent")
                        .see(node.span(), "the extents are " + Describe.shape(shape))
                        .to(problems);
                throw new Rejected();
            }
        }
    }

    private TensorView view(Node.Call call) {
        List<Expr> stride = List.of();
        List<Expr> valid = List.of();
        TensorView.Layout layout = TensorView.Layout.ND;
        for (Node.Argument argument : call.arguments()) {
            switch (argument.name()) {
                case "stride" -> stride = list(argument.value());
                case "valid_shape" -> valid = list(argument.value());
                case "layout" -> layout = layout(argument.value());
                default ->
                        throw reject(
                                argument.value(), "a view has stride=, layout= and valid_shape=");
            }
        }
        return new TensorView(stride, layout, valid);
    }

    private TensorView.Layout layout(Node node) {
        String path = Node.path(node);
        for (TensorView.Layout layout : TensorView.Layout.values()) {
            if (path.equals("pl.TensorLayout." + layout)) {
                return layout;
            }
        }
        throw reject(node, "a layout is pl.TensorLayout.ND, DN or NZ");
    }

    private Annotation tile(Node.Subscript s) {
        count(s, 2, 5);
        List<Expr> shape = shape(s.indices().getFirst());
        DType dtype = dtype(s.indices().get(1));
        List<Expr> valid = List.of();
        MemorySpace space = MemorySpace.Vec;
        OptionalInt address = OptionalInt.empty();
        boolean saysSpace = false;
        boolean saysView = false;
        for (Node extra : s.indices().subList(2, s.indices().size())) {
            if (extra instanceof Node.Call call
                    && Node.path(call.function()).equals("pl.TileView")) {
                valid = view(call).valid();
                saysView = true;
            } else if (extra instanceof Node.Call call
                    && Node.path(call.function()).equals("pl.MemRef")) {
                address = OptionalInt.of(address(call));
            } else if (expressions.constant(extra) instanceof Value.Code code
                    && code.value() instanceof MemorySpace given) {
                space = given;
                saysSpace = true;
            } else {
                throw reject(extra, "expected a memory space, pl.TileView(...) or pl.MemRef(...)");
            }
        }
        checkSize(s, dtype, shape, Integer.MAX_VALUE, "a tile must fit the memory of a core");
        checkValid(s.indices().getFirst(), shape, valid);
        return new Annotation(
                new Type.Tile(shape, dtype, valid, space, address),
                saysSpace,
                saysView,
                address.isPresent());
    }

    private int address(Node.Call call) {
        if (call.arguments().isEmpty()
                || !(expressions.constant(call.arguments().getFirst().value())
                        instanceof Value.Whole address)
                || address.value() < 0
                || address.value() > Integer.MAX_VALUE) {
            throw reject(call, "an address is a constant number of bytes");
        }
        return (int) address.value();
    }

    private List<Expr> shape(Node node) {
        List<Expr> shape = list(node);
        for (int i = 0; i < shape.size(); i++) {
            Expr extent = shape.get(i);
            if (Exprs.constant(extent).isPresent() && Exprs.constant(extent).getAsLong() <= 0) {
                Problem.error(
                                SyntaxRules.EXTENT,
                                extent.span(),
                                "this is " + Exprs.constant(extent).getAsLong())
                        .headline("extents must be positive")
                        .to(problems);
                throw new Rejected();
            }
        }
        return shape;
    }

    private List<Expr> list(Node node) {
        if (node instanceof Node.Items items) {
            List<Expr> list = new ArrayList<>();
            items.items().forEach(item -> list.add(expressions.extent(item)));
            return list;
        }
        if (expressions.constant(node) instanceof Value.Items items) {
            List<Expr> list = new ArrayList<>();
            items.items().forEach(item -> list.add(item.toExpr(node.span())));
            return list;
        }
        throw reject(node, "a shape is a list of extents, for example [1, 64]");
    }

    private DType dtype(Node node) {
        if (expressions.constant(node) instanceof Value.Element element) {
            return element.value();
        }
        String path = Node.path(node);
        Problem.error(SyntaxRules.ANNOTATION, node.span(), "this is not an element type")
                .headline("expected an element type such as pl.FP32")
                .hint(path.isEmpty() ? "" : Names.suggestion(path, Constants.names()))
                .to(problems);
        throw new Rejected();
    }

    private void count(Node.Subscript s, int least, int most) {
        if (s.indices().size() < least || s.indices().size() > most) {
            throw reject(s, s.indices().size() + " parts given");
        }
    }

    private Rejected reject(Node node, String found) {
        String path = Node.path(node instanceof Node.Subscript s ? s.of() : node);
        Problem.error(SyntaxRules.ANNOTATION, node.span(), found)
                .hint(
                        KNOWN.contains(path) || path.isEmpty()
                                ? "for example pl.Tensor[[1, 64], pl.FP32] or pl.Scalar[pl.INT32]"
                                : Names.closest(path, KNOWN)
                                        .map(close -> "did you mean `" + close + "`?")
                                        .orElse(
                                                "for example pl.Tensor[[1, 64], pl.FP32] or pl.Scalar[pl.INT32]"))
                .to(problems);
        return new Rejected();
    }

    /** The type of a variable whose annotation and value are known, or a problem. */
    Type reconcile(Annotation annotation, Span place, Expr value) {
        Type type = merge(annotation, value.type());
        if (!Compatible.types(type, value.type())) {
            Problem.error(
                            SyntaxRules.ANNOTATION_MISMATCH,
                            value.span(),
                            "this is " + value.type().describe())
                    .see(place, "annotated as " + annotation.type().describe())
                    .hint(
                            value instanceof Expr.Const && type instanceof Type.Scalar s
                                    ? "write pl.const(..., pl." + s.dtype() + ")"
                                    : "")
                    .to(problems);
            throw new Rejected();
        }
        return type;
    }

    private static Type merge(Annotation a, Type value) {
        if (a.type() instanceof Type.Tile t && value instanceof Type.Tile v) {
            return new Type.Tile(
                    t.shape(),
                    t.dtype(),
                    a.saysView() ? t.valid() : v.valid(),
                    a.saysSpace() ? t.space() : v.space(),
                    a.saysAddress() ? t.address() : v.address());
        }
        if (a.type() instanceof Type.TensorLike t
                && value instanceof Type.TensorLike v
                && !a.saysView()) {
            return t.withShape(t.shape(), v.view());
        }
        return a.type();
    }
}
