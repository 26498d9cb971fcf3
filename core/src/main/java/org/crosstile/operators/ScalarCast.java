package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.cast} of a scalar; floats become integers by rounding half away from zero. */
public final class ScalarCast extends LocalPrimitive {
    private static final Slot VALUE =
            Slot.of("value", new Kind.Scalar(DType.INDEX), "what to convert");
    private static final Slot TO = Slot.of("target_type", new Kind.Element(), "the new type");
    private static final Slot MODE =
            Slot.of(
                            "mode",
                            new Kind.Word(TileCast.MODES),
                            "only the default is possible for scalars")
                    .orElse(TileCast.ROUND);

    public static final ScalarCast OP = new ScalarCast();

    private final Rule mode =
            declare(
                    Rule.of(id("mode"), "a scalar is cast with the default mode")
                            .explained(
                                    "The scalar unit has one way of rounding: to the nearest, halves away from zero.",
                                    "kernel",
                                    "v = pl.cast(n, pl.FP32, mode='floor')",
                                    "v = pl.cast(n, pl.FP32)"));
    private final Rule dtype =
            declare(
                    Rule.of(id("dtype"), "the new type must be one that scalars can have")
                            .explained(
                                    "A truth value comes from a comparison, and FP64 is not computed.",
                                    "kernel",
                                    "v = pl.cast(n, pl.BOOL)",
                                    "v = n != 0"));

    private ScalarCast() {
        super(
                "pl.scalar.cast",
                "Converts a scalar; a float rounds to the nearest integer, halves away from zero.",
                EVERYWHERE,
                List.of("pl.cast"),
                VALUE,
                TO,
                MODE);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        if (!call.text(MODE).equals("round")) {
            Problem.error(mode, call.get(MODE).span(), "this is '" + call.text(MODE) + "'")
                    .hint("leave `mode` out")
                    .to(problems);
        }
        DType to = call.element(TO);
        if (!to.isStorable() || to == DType.BOOL) {
            Problem.error(dtype, call.get(TO).span(), "this is " + to)
                    .hint(to == DType.BOOL ? "compare with 0" : "")
                    .to(problems);
        }
        return new Type.Scalar(to);
    }

    @Override
    public Expr build(Expr.Call call) {
        return Exprs.cast(call.get(VALUE), call.element(TO));
    }

    @Override
    public Run run(Expr.Call call) {
        throw new IllegalStateException(this + " is a plain conversion once it is built");
    }
}
