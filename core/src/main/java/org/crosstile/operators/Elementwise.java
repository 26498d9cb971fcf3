package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Slot;
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
        /**
         * The rules of {@code name}, which works on things of a kind.
         *
         * @param examples how the kind is written in examples
         */
        static Rules of(String prefix, String name, Examples examples) {
            String what = examples.what();
            return new Rules(
                    Rule.of(
                                    prefix + "-broadcast",
                                    "the extents of both " + what + "s must be equal or 1")
                            .explained(
                                    "Elements are paired by index; one row or one column serves all.",
                                    "kernel",
                                    examples.call(name, examples.whole(), examples.part()),
                                    examples.call(name, examples.whole(), examples.row())),
                    Rule.of(prefix + "-dtype", "both operands must hold numbers")
                            .explained(
                                    "BOOL elements are truth values: there is nothing to calculate.",
                                    "kernel",
                                    examples.call(name, examples.truths(), examples.truths()),
                                    examples.call(name, examples.integers(), examples.integers())),
                    Rule.of(prefix + "-scalar", "a float goes only with " + what + "s of floats")
                            .explained(
                                    "A scalar takes the element type of its "
                                            + what
                                            + ", and a float would lose its fraction without a word.",
                                    "kernel",
                                    examples.call(name, examples.integers(), "1.5"),
                                    examples.call(name, examples.integers(), "2")));
        }

        List<Rule> all() {
            return List.of(broadcast, dtype, scalar);
        }
    }

    /** Operands in the kernel that completes the examples of rule pages. */
    record Examples(
            String what, String whole, String part, String row, String truths, String integers) {
        static final Examples TILES =
                new Examples(
                        "tile",
                        "pl.load(x, [0, 0], [8, 64])",
                        "pl.load(x, [0, 0], [4, 64])",
                        "pl.load(x, [0, 0], [1, 64])",
                        "pl.load(flags, [0, 0], [4, 64])",
                        "pl.load(sig, [0, 0], [4, 1])");
        static final Examples TENSORS =
                new Examples("tensor", "x", "blocks", "row", "flags", "sig");

        String call(String name, String lhs, String rhs) {
            return "t = " + name + "(" + lhs + ", " + rhs + ")";
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
    static Optional<Form> check(
            Expr.Call call, Slot lhs, Slot rhs, Rules rules, Problems problems) {
        Form left = Form.of(call.get(lhs));
        if (!isNumber(left.dtype())) {
            Problem.error(
                            rules.dtype(),
                            call.get(lhs).span(),
                            "this is " + call.get(lhs).type().describe())
                    .hint("pl.cast it to pl.INT32 or pl.FP32 first")
                    .to(problems);
            return Optional.empty();
        }
        if (isScalar(call.get(rhs))) {
            return checkScalar(call, rhs, left, rules, problems);
        }
        Form right = Form.of(call.get(rhs));
        if (!isNumber(right.dtype())) {
            Problem.error(
                            rules.dtype(),
                            call.get(rhs).span(),
                            "this is " + call.get(rhs).type().describe())
                    .hint("pl.cast it to pl." + left.dtype() + " first")
                    .to(problems);
            return Optional.empty();
        }
        Optional<List<Expr>> shape = broadcast(left.shape(), right.shape());
        boolean tiles = call.get(lhs).type() instanceof Type.Tile;
        if (shape.isEmpty() || (tiles && !isTwoDimensional(left.shape(), right.shape()))) {
            Problem.error(
                            rules.broadcast(),
                            call.get(rhs).span(),
                            "this is " + Describe.shape(right.shape()))
                    .see(call.get(lhs).span(), "this is " + Describe.shape(left.shape()))
                    .hint(
                            shape.isEmpty()
                                    ? ""
                                    : "only the last dimension, or all others together, may be 1")
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
            Problem.error(
                            rules.dtype(),
                            call.get(rhs).span(),
                            "this is " + call.get(rhs).type().describe())
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

    /** Reports a division of integers by a constant zero. */
    static void checkDivisor(Rule rule, Expr.Call call, Slot rhs, DType dtype, Problems problems) {
        Expr divisor = call.get(rhs);
        if (!dtype.isFloat() && isScalar(divisor) && Exprs.isConstant(divisor, 0)) {
            Problem.error(rule, divisor.span(), "this is 0")
                    .see(call.args().getFirst().span(), "this holds " + dtype)
                    .hint("only floats give infinity")
                    .to(problems);
        }
    }

    /** The rule that a division of integers by zero breaks, now or when it runs. */
    static Rule division(String id, String name, String integers) {
        return Rule.of(id, "integers must not be divided by zero")
                .explained(
                        "There is no integer that could be the result.",
                        "kernel",
                        "t = " + name + "(" + integers + ", 0)",
                        "t = " + name + "(" + integers + ", 2)");
    }

    static boolean isNumber(DType dtype) {
        return dtype.isStorable() && dtype != DType.BOOL;
    }

    /**
     * The type in which elements meet: a float if one is a float, otherwise the wider of the two.
     */
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
            if (Exprs.isConstant(y, 1) || Extents.agree(x, y)) {
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
            same &= Extents.agree(x, y);
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

    /** The second operand of an operation on tiles. */
    static final Kind TILE_OR_SCALAR = new Kind.TileOrScalar();

    /** The second operand of an operation on tensors. */
    static final Kind TENSOR_OR_SCALAR = new Kind.TensorOrScalar();
}
