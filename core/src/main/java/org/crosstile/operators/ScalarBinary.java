package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Arithmetic on two scalars in call form; the expression is the same as with an operator sign. */
public final class ScalarBinary extends LocalPrimitive {
    private static final Slot LHS =
            Slot.of("lhs", new Kind.Scalar(DType.INDEX), "the first operand");
    private static final Slot RHS =
            Slot.of("rhs", new Kind.Scalar(DType.INDEX), "the second operand");

    public static final ScalarBinary ADD =
            new ScalarBinary("add", BinaryOp.ADD, "Adds two scalars.");
    public static final ScalarBinary SUB =
            new ScalarBinary("sub", BinaryOp.SUB, "Subtracts a scalar from another.");
    public static final ScalarBinary MUL =
            new ScalarBinary("mul", BinaryOp.MUL, "Multiplies two scalars.");
    public static final ScalarBinary MIN =
            new ScalarBinary("min", BinaryOp.MIN, "Gives the smaller of two scalars.");
    public static final ScalarBinary MAX =
            new ScalarBinary("max", BinaryOp.MAX, "Gives the larger of two scalars.");

    private final BinaryOp op;
    private final Rule mixed =
            declare(
                    Rule.of(id("mixed"), "both scalars must be integers, or both floats")
                            .explained(
                                    "Which of the two the result would be is not obvious, so the program says it.",
                                    "kernel",
                                    "v = " + name() + "(n, 1.5)",
                                    "v = " + name() + "(pl.cast(n, pl.FP32), 1.5)"));

    private ScalarBinary(String word, BinaryOp op, String doc) {
        super("pl.scalar." + word, doc, EVERYWHERE, List.of("pl." + word), LHS, RHS);
        this.op = op;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        boolean reduces = op == BinaryOp.MIN || op == BinaryOp.MAX;
        if (found.type() instanceof Type.Tile || found.type() instanceof Type.TensorLike) {
            return reduces
                    ? "pl.maximum and pl.minimum compare element by element, pl.row_max reduces rows"
                    : "write the tile or tensor first";
        }
        return "";
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        DType left = Exprs.dtype(call.get(LHS));
        DType right = Exprs.dtype(call.get(RHS));
        if (!Exprs.promotes(left, right) || left == DType.BOOL) {
            Problem.error(mixed, call.get(RHS).span(), "this is " + right)
                    .see(call.get(LHS).span(), "this is " + left)
                    .hint("pl.cast one of the two")
                    .to(problems);
            return call.get(LHS).type();
        }
        return new Type.Scalar(Exprs.promote(left, right));
    }

    @Override
    public Expr build(Expr.Call call) {
        return Exprs.binary(op, call.get(LHS), call.get(RHS));
    }

    @Override
    public Run run(Expr.Call call) {
        throw new IllegalStateException(this + " is plain arithmetic once it is built");
    }
}
