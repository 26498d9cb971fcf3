package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Shapes and element types of operations on two operands, for tiles and tensors alike. */
final class Elementwise {
    private Elementwise() {}

    /** A shape, a valid region and an element type: what tiles and tensors have in common. */
    record Form(List<Expr> shape, List<Expr> valid, DType dtype) {
        static Form of(Expr value) {
            return switch (value.type()) {
                case Type.Tile t -> new Form(t.shape(), t.effectiveValid(), t.dtype());
                case Type.TensorLike t ->
                        new Form(
                                t.shape(),
                                t.view().valid().isEmpty() ? t.shape() : t.view().valid(),
                                t.dtype());
                default -> throw new IllegalArgumentException(value.type().describe());
            };
        }
    }

    /** The rules of one operator on two operands. */
    record Rules(Rule broadcast, Rule dtype, Rule scalar) {
        static Rules of(String prefix, String what) {
            return new Rules(
                    Rule.of(prefix + "-broadcast", "the extents of both " + what + "s must be equal or 1"),
                    Rule.of(prefix + "-dtype", "both operands must hold numbers"),
                    Rule.of(prefix + "-scalar", "a float goes only with " + what + "s of floats"));
        }

        List<Rule> all() {
            return List.of(broadcast, dtype, scalar);
        }
    }

    /** Whether an operand is applied to every element. */
    static boolean isScalar(Expr value) {
        return value.type() instanceof Type.Scalar;
    }

    /**
     * Checks both operands.
     *
     * @return the form of the result; empty if problems were reported
     */
    static Optional<Form> check(Expr.Call call, Slot lhs, Slot rhs, Rules rules, Problems problems) {
        Form left = Form.of(call.get(lhs));
        if (!isNumber(left.dtype())) {
            Problem.error(rules.dtype(), call.get(lhs).span(), "this is " + call.get(lhs).type().describe())
                    .hint("pl.cast it to pl.INT32 or pl.FP32 first")
                    .to(problems);
            return Optional.empty();
        }
        if (isScalar(call.get(rhs))) {
            return checkScalar(call, rhs, left, rules, problems);
        }
        Form right = Form.of(call.get(rhs));
        if (!isNumber(right.dtype())) {
            Problem.error(rules.dtype(), call.get(rhs).span(), "this is " + call.get(rhs).type().describe())
                    .hint("pl.cast it to pl." + left.dtype() + " first")
                    .to(problems);
            return Optional.empty();
        }
        Optional<List<Expr>> shape = broadcast(left.shape(), right.shape());
        boolean tiles = call.get(lhs).type() instanceof Type.Tile;
        if (shape.isEmpty() || (tiles && !isTwoDimensional(left.shape(), right.shape()))) {
            Problem.error(rules.broadcast(), call.get(rhs).span(), "this is " + Describe.shape(right.shape()))
                    .see(call.get(lhs).span(), "this is " + Describe.shape(left.shape()))
                    .hint(shape.isEmpty() ? "" : "only the last dimension, or all others together, may be 1")
                    .to(problems);
            return Optional.empty();
        }
        List<Expr> valid = valid(left, right, shape.get().size());
        return Optional.of(new Form(shape.get(), valid, promote(left.dtype(), right.dtype())));
    }

    private static Optional<Form> checkScalar(
            Expr.Call call, Slot rhs, Form left, Rules rules, Problems problems) {
        DType scalar = Exprs.dtype(call.get(rhs));
        if (!scalar.isFloat() && !scalar.isInteger()) {
            Problem.error(rules.dtype(), call.get(rhs).span(), "this is " + call.get(rhs).type().describe())
                    .to(problems);
            return Optional.empty();
        }
        if (scalar.isFloat() && !left.dtype().isFloat()) {
            Problem.error(rules.scalar(), call.get(rhs).span(), "this is a float")
                    .see(call.args().getFirst().span(), "this holds " + left.dtype())
                    .hint("pl.cast one of the two")
                    .to(problems);
            return Optional.empty();
        }
        return Optional.of(left);
    }

    static boolean isNumber(DType dtype) {
        return dtype.isStorable() && dtype != DType.BOOL;
    }

    /** The type in which elements meet: a float if one is a float, otherwise the wider of the two. */
    static DType promote(DType a, DType b) {
        if (a == b) {
            return a;
        }
        if (a.isFloat() != b.isFloat()) {
            return a.isFloat() ? a : b;
        }
        if (a.isFloat() && a.bytes() == b.bytes()) {
            return DType.FP32;
        }
        return Exprs.promote(a, b);
    }

    private static Optional<List<Expr>> broadcast(List<Expr> a, List<Expr> b) {
        int rank = Math.max(a.size(), b.size());
        List<Expr> shape = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            Expr x = entry(a, rank, i);
            Expr y = entry(b, rank, i);
            if (Exprs.isConstant(y, 1) || equal(x, y)) {
                shape.add(x);
            } else if (Exprs.isConstant(x, 1)) {
                shape.add(y);
            } else {
                return Optional.empty();
            }
        }
        return Optional.of(shape);
    }

    /** Tiles are rows of columns: leading dimensions are broadcast together or not at all. */
    private static boolean isTwoDimensional(List<Expr> a, List<Expr> b) {
        int rank = Math.max(a.size(), b.size());
        boolean same = true;
        boolean oneRow = true;
        boolean otherOneRow = true;
        for (int i = 0; i < rank - 1; i++) {
            Expr x = entry(a, rank, i);
            Expr y = entry(b, rank, i);
            same &= equal(x, y);
            oneRow &= Exprs.isConstant(x, 1);
            otherOneRow &= Exprs.isConstant(y, 1);
        }
        return same || oneRow || otherOneRow;
    }

    /** The left operand's valid region, except where that operand is broadcast. */
    private static List<Expr> valid(Form a, Form b, int rank) {
        List<Expr> valid = new ArrayList<>();
        for (int i = 0; i < rank; i++) {
            boolean stretched =
                    Exprs.isConstant(entry(a.shape(), rank, i), 1)
                            && !Exprs.isConstant(entry(b.shape(), rank, i), 1);
            valid.add(entry(stretched ? b.valid() : a.valid(), rank, i));
        }
        return valid;
    }

    private static Expr entry(List<Expr> shape, int rank, int i) {
        int at = i - (rank - shape.size());
        return at < 0 ? Exprs.index(1) : shape.get(at);
    }

    private static boolean equal(Expr a, Expr b) {
        OptionalLong x = Exprs.constant(a);
        OptionalLong y = Exprs.constant(b);
        return x.isPresent() && y.isPresent()
                ? x.getAsLong() == y.getAsLong()
                : Structure.same(a, b);
    }

    /** The second operand of an operation on tiles. */
    static final Kind TILE_OR_SCALAR = new Kind.TileOrScalar();

    /** The second operand of an operation on tensors. */
    static final Kind TENSOR_OR_SCALAR = new Kind.TensorOrScalar();
}
