package org.crosstile.kernels;

import java.lang.classfile.CodeBuilder;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.kernels.Arguments.Parameter;
import org.crosstile.model.Describe;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * What happens when a function is entered: views are checked against their parameters, dynamic
 * extents are solved, tiles are fetched.
 */
final class Entry {
    private static final ClassDesc ARGUMENTS = Carrier.reference(Arguments.class).desc();
    private static final ClassDesc PARAMETER = Carrier.reference(Parameter.class).desc();
    private static final ClassDesc VIEW = Carrier.VIEW.desc();
    private static final ClassDesc I = ConstantDescs.CD_int;
    private static final ClassDesc J = ConstantDescs.CD_long;

    /** An extent of a parameter that is not constant. */
    private record Extent(Var view, Type.TensorLike type, int dimension) {
        Expr expr() {
            return type.shape().get(dimension);
        }
    }

    private final Method method;
    private final CodeBuilder code;

    Entry(Method method) {
        this.method = method;
        this.code = method.code();
    }

    void write() {
        List<Var> params = method.function().params().stream().map(Function.Param::var).toList();
        params.forEach(method.locals()::reserve);
        params.forEach(method.locals()::show);
        Optional<Piece> piece = method.target().piece();
        if (piece.isPresent()) {
            piece.get().dims().forEach(method::defineDim);
        } else {
            params.forEach(this::checkView);
            solve(dynamicExtents(params));
        }
        for (Var v : Presets.of(params, method.function().body())) {
            if (v.type() != Type.Opaque.UNKNOWN) {
                Carrier.of(v.type()).zero(code);
                method.locals().store(v);
            }
        }
        Walk.calls(
                method.function().body(),
                call -> {
                    if (method.calls().fillsTile(call)) {
                        method.tiles().need(call);
                    }
                });
        method.tiles().fetch();
    }

    private void checkView(Var param) {
        if (param.type() instanceof Type.TensorLike type) {
            method.locals().load(param);
            pushParameter(param, type);
            method.marked(
                    param.span(),
                    () ->
                            code.invokestatic(
                                    ARGUMENTS, "view", MethodTypeDesc.of(VIEW, VIEW, PARAMETER)));
            method.locals().store(param);
        }
    }

    private void pushParameter(Var param, Type.TensorLike type) {
        long[] shape = new long[type.rank()];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = Exprs.constant(type.shape().get(i)).orElse(-1);
        }
        String function = method.function().name();
        Parameter parameter =
                new Parameter(
                        function, param.name(), type.dtype(), shape, Describe.shape(type.shape()));
        method.unit().constants().push(code, parameter, List.of(function, param.name()));
    }

    private static List<Extent> dynamicExtents(List<Var> params) {
        List<Extent> extents = new ArrayList<>();
        for (Var param : params) {
            if (param.type() instanceof Type.TensorLike type) {
                for (int i = 0; i < type.rank(); i++) {
                    if (Exprs.constant(type.shape().get(i)).isEmpty()) {
                        extents.add(new Extent(param, type, i));
                    }
                }
            }
        }
        return extents;
    }

    /**
     * Takes extents one by one, whichever has at most one unknown, until nothing more follows.
     * Extents that are a name by themselves come first: an extent {@code NR * N} tells nothing
     * about the one if the other is 0.
     */
    private void solve(List<Extent> extents) {
        List<Extent> open = new ArrayList<>(extents);
        open.sort(Comparator.comparing(e -> !(e.expr() instanceof Dim)));
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Extent extent : List.copyOf(open)) {
                Optional<Dim> unknown = unknown(extent.expr());
                if (isKnown(extent.expr())) {
                    verify(extent);
                } else if (unknown.isPresent() && isSolvable(extent.expr())) {
                    define(extent, unknown.get());
                } else {
                    continue;
                }
                open.remove(extent);
                progress = true;
            }
        }
    }

    /**
     * Whether an expression consists of constants, scalar parameters and extents that are known.
     */
    private boolean isKnown(Expr e) {
        return switch (e) {
            case Dim d -> method.dim(d.name()).isPresent();
            case Var v -> method.locals().has(v);
            case Expr.Int i -> true;
            case Expr.Binary b -> isKnown(b.left()) && isKnown(b.right());
            case Expr.Cast c -> isKnown(c.operand());
            default -> false;
        };
    }

    private Optional<Dim> unknown(Expr e) {
        return switch (e) {
            case Dim d when method.dim(d.name()).isEmpty() -> Optional.of(d);
            case Expr.Binary b -> unknown(b.left()).or(() -> unknown(b.right()));
            case Expr.Cast c -> unknown(c.operand());
            default -> Optional.empty();
        };
    }

    /** Whether sums, differences and products lead to the only unknown. */
    private boolean isSolvable(Expr e) {
        return switch (e) {
            case Dim d -> true;
            case Expr.Binary b -> {
                Expr inner = isKnown(b.left()) ? b.right() : b.left();
                Expr outer = isKnown(b.left()) ? b.left() : b.right();
                yield isKnown(outer)
                        && isSolvable(inner)
                        && (b.op() == BinaryOp.ADD
                                || b.op() == BinaryOp.MUL
                                || (b.op() == BinaryOp.SUB && inner == b.left()));
            }
            default -> false;
        };
    }

    private void define(Extent extent, Dim dim) {
        method.locals().load(extent.view());
        code.loadConstant(extent.dimension()).invokevirtual(VIEW, "dim", MethodTypeDesc.of(J, I));
        invert(extent.expr(), extent);
        Var value = new Var(dim.name(), Type.INDEX, dim.span());
        method.locals().store(value);
        method.defineDim(value);
    }

    /** The value of {@code e} is on the stack: replaces it by that of the unknown in it. */
    private void invert(Expr e, Extent extent) {
        if (!(e instanceof Expr.Binary b)) {
            return;
        }
        boolean leftKnown = isKnown(b.left());
        Expr outer = leftKnown ? b.left() : b.right();
        method.scalars().pushAs(outer, DType.INDEX);
        switch (b.op()) {
            case ADD -> code.lsub();
            case SUB -> code.ladd();
            default -> {
                pushParameter(extent.view(), extent.type());
                method.marked(
                        extent.view().span(),
                        () ->
                                code.invokestatic(
                                        ARGUMENTS,
                                        "quotient",
                                        MethodTypeDesc.of(J, J, J, PARAMETER)));
            }
        }
        invert(leftKnown ? b.right() : b.left(), extent);
    }

    private void verify(Extent extent) {
        method.locals().load(extent.view());
        code.loadConstant(extent.dimension());
        method.scalars().pushAs(extent.expr(), DType.INDEX);
        pushParameter(extent.view(), extent.type());
        method.marked(
                extent.view().span(),
                () ->
                        code.invokestatic(
                                ARGUMENTS,
                                "extent",
                                MethodTypeDesc.of(ConstantDescs.CD_void, VIEW, I, J, PARAMETER)));
    }
}
