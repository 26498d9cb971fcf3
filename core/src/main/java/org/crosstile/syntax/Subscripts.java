package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Binding;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Reads {@code x[...]}: slices of tensors, elements of arrays, components of tuples. */
final class Subscripts {
    private static final String SLICE = "pl.tensor.slice";
    private static final String TILE_SLICE = "pl.tile.slice";
    private static final String ASSEMBLE = "pl.tensor.assemble";
    private static final String ARRAY_READ = "pl.array.read";
    private static final String ARRAY_UPDATE = "pl.array.update";

    private final Expressions expressions;
    private final Calls calls;
    private final Problems problems;

    Subscripts(Expressions expressions, Calls calls, Problems problems) {
        this.expressions = expressions;
        this.calls = calls;
        this.problems = problems;
    }

    /** One dimension of a subscript: where it begins, how far it goes, whether it is dropped. */
    private record Range(Expr offset, Expr extent, boolean isDropped) {}

    Expr read(Node.Subscript s) {
        Expr of = expressions.operand(s.of());
        return switch (of.type()) {
            case Type.TensorLike t -> slice(of, t.shape(), SLICE, s);
            case Type.Tile t -> slice(of, t.shape(), TILE_SLICE, s);
            case Type.Array a -> {
                List<Expr> operands = List.of(of, element(s));
                yield calls.bound(calls.named(ARRAY_READ, s), operands, List.of(), s);
            }
            case Type.Tuple t -> item(of, t, s);
            default -> throw reject(s, of);
        };
    }

    private Expr item(Expr of, Type.Tuple type, Node.Subscript s) {
        if (of instanceof Expr.Tuple) {
            Problem.error(SyntaxRules.SUBSCRIPT, s.span(), "this subscripts a list")
                    .hint("is a comma missing between two lists?")
                    .to(problems);
            throw new Rejected();
        }
        if (s.indices().size() != 1
                || !(expressions.constant(s.indices().getFirst()) instanceof Value.Whole index)
                || index.value() < 0
                || index.value() >= type.items().size()) {
            Problem.error(
                            SyntaxRules.SUBSCRIPT,
                            s.span(),
                            "the value is a tuple of " + type.items().size())
                    .headline(
                            "a component is named by a constant from 0 to "
                                    + (type.items().size() - 1))
                    .to(problems);
            throw new Rejected();
        }
        int at = (int) index.value();
        return new Expr.Item(of, at, type.items().get(at), s.span());
    }

    private Expr element(Node.Subscript s) {
        if (s.indices().size() != 1 || s.indices().getFirst() instanceof Node.Slice) {
            Problem.error(SyntaxRules.SUBSCRIPT, s.span(), "an array has one index").to(problems);
            throw new Rejected();
        }
        return expressions.extent(s.indices().getFirst());
    }

    private Expr slice(Expr of, List<Expr> shape, String op, Node.Subscript s) {
        List<Range> ranges = ranges(shape, s);
        List<Expr> dropped = new ArrayList<>();
        for (int i = 0; i < ranges.size(); i++) {
            if (ranges.get(i).isDropped()) {
                Span place = s.indices().get(i).span();
                dropped.add(index(i, place));
            }
        }
        List<Expr> operands = new ArrayList<>(List.of(of, extents(ranges, s), offsets(ranges, s)));
        List<Binding.Keyword> keywords =
                dropped.isEmpty()
                        ? List.of()
                        : List.of(
                                new Binding.Keyword(
                                        "drop_dims", new Expr.Tuple(dropped, s.span()), s.span()));
        return calls.bound(calls.named(op, s), operands, keywords, s);
    }

    /** The call that {@code target[...] = value} stands for; its value is the target. */
    Expr write(Expr target, Node.Subscript s, Node value) {
        if (target.type() instanceof Type.Array) {
            List<Expr> operands = List.of(target, element(s), expressions.value(value));
            return calls.bound(calls.named(ARRAY_UPDATE, s), operands, List.of(), s);
        }
        if (!(target.type() instanceof Type.TensorLike tensor)) {
            throw reject(s, target);
        }
        List<Range> ranges = ranges(tensor.shape(), s);
        if (ranges.stream().anyMatch(Range::isDropped)) {
            Problem.error(SyntaxRules.ASSIGN_TARGET, s.span(), "this names single elements")
                    .headline("an assignment to a part of a tensor takes slices")
                    .hint("write single elements with pl.write(tensor, [indices], value)")
                    .to(problems);
            throw new Rejected();
        }
        Expr source = expressions.value(value);
        if (!(source.type() instanceof Type.TensorLike)) {
            Problem.error(
                            SyntaxRules.ASSIGN_TARGET,
                            source.span(),
                            "this is " + Expressions.found(source))
                    .headline("what is assigned to a slice must be a tensor")
                    .hint("write tiles with pl.store, single elements with pl.write")
                    .to(problems);
            throw new Rejected();
        }
        return calls.bound(
                calls.named(ASSEMBLE, s),
                List.of(target, source, offsets(ranges, s)),
                List.of(),
                s);
    }

    private static Expr extents(List<Range> ranges, Node.Subscript s) {
        return new Expr.Tuple(ranges.stream().map(Range::extent).toList(), s.span());
    }

    private static Expr offsets(List<Range> ranges, Node.Subscript s) {
        return new Expr.Tuple(ranges.stream().map(Range::offset).toList(), s.span());
    }

    private List<Range> ranges(List<Expr> shape, Node.Subscript s) {
        if (s.indices().size() > shape.size()) {
            Problem.error(SyntaxRules.SUBSCRIPT, s.span(), s.indices().size() + " subscripts given")
                    .headline("there must not be more subscripts than dimensions")
                    .see(s.of().span(), "this has " + shape.size() + " dimensions")
                    .to(problems);
            throw new Rejected();
        }
        List<Range> ranges = new ArrayList<>();
        for (int i = 0; i < shape.size(); i++) {
            if (i >= s.indices().size()) {
                ranges.add(new Range(index(0, s.span()), shape.get(i), false));
            } else if (s.indices().get(i) instanceof Node.Slice slice) {
                ranges.add(range(slice, shape.get(i)));
            } else {
                Expr offset = notNegative(expressions.extent(s.indices().get(i)));
                ranges.add(new Range(offset, index(1, offset.span()), true));
            }
        }
        return ranges;
    }

    private Range range(Node.Slice slice, Expr dimension) {
        if (slice.step().isPresent()) {
            Problem.error(SyntaxRules.SUBSCRIPT_STEP, slice.step().get().span(), "a step is given")
                    .to(problems);
            throw new Rejected();
        }
        Expr low =
                slice.low().isPresent()
                        ? notNegative(expressions.extent(slice.low().get()))
                        : index(0, slice.span());
        Expr high =
                slice.high().isPresent()
                        ? notNegative(expressions.extent(slice.high().get()))
                        : dimension;
        return new Range(low, distance(low, high), false);
    }

    /** A number that the text implies at a place. */
    private static Expr index(long value, Span place) {
        return new Expr.Int(value, DType.INDEX, place);
    }

    /** {@code high - low}, where {@code low} cancels out if it does. */
    private static Expr distance(Expr low, Expr high) {
        if (high instanceof Expr.Binary sum && sum.op() == Expr.BinaryOp.ADD) {
            if (Structure.same(sum.left(), low)) {
                return sum.right();
            }
            if (Structure.same(sum.right(), low)) {
                return sum.left();
            }
        }
        return Exprs.sub(high, low);
    }

    private Expr notNegative(Expr offset) {
        OptionalLong value = Exprs.constant(offset);
        if (value.isPresent() && value.getAsLong() < 0) {
            Problem.error(
                            SyntaxRules.SUBSCRIPT_NEGATIVE,
                            offset.span(),
                            "this is " + value.getAsLong())
                    .hint("count from the beginning")
                    .to(problems);
            throw new Rejected();
        }
        return offset;
    }

    private Rejected reject(Node.Subscript s, Expr of) {
        Problem.error(SyntaxRules.SUBSCRIPT, s.of().span(), "this is " + Expressions.found(of))
                .to(problems);
        return new Rejected();
    }
}
