package org.crosstile.operators;

import java.util.List;
import org.crosstile.memory.View;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.tensor.dim}: one extent of a tensor. */
public final class TensorDim extends LocalPrimitive {
    private static final Slot TENSOR = Slot.of("tensor", new Kind.TensorLike(), "the tensor");
    private static final Slot AXIS =
            Slot.of(
                    "axis",
                    new Kind.StaticInt(),
                    "the dimension; negative ones count from the end");

    public static final TensorDim OP = new TensorDim();

    private final Rule axis =
            declare(
                    Rule.of(id("axis"), "the axis must be a dimension of the tensor")
                            .explained(
                                    "Dimensions count from 0, or from -1 backwards.",
                                    "kernel",
                                    "d = pl.tensor.dim(x, 2)",
                                    "d = pl.tensor.dim(x, -1)"));

    private TensorDim() {
        super(
                "pl.tensor.dim",
                "Gives one extent of a tensor.",
                EVERYWHERE,
                List.of("pl.dim"),
                TENSOR,
                AXIS);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        int rank = ((Type.TensorLike) call.get(TENSOR).type()).rank();
        long wanted = call.number(AXIS);
        if (wanted < -rank || wanted >= rank) {
            Problem.error(axis, call.get(AXIS).span(), "this is " + wanted)
                    .see(call.get(TENSOR).span(), "this is " + call.get(TENSOR).type().describe())
                    .to(problems);
        }
        return Type.INDEX;
    }

    /** The extent itself where it is a constant or a symbol. */
    @Override
    public Expr build(Expr.Call call) {
        Type.TensorLike tensor = (Type.TensorLike) call.get(TENSOR).type();
        return tensor.shape().get(Math.floorMod(call.number(AXIS), tensor.rank()));
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TensorDim.class,
                "dim",
                long.class,
                Run.arg(TENSOR, View.class),
                Run.arg(AXIS, int.class));
    }

    /** The extent of a view. */
    public static long dim(View view, int axis) {
        return view.dim(Math.floorMod(axis, view.rank()));
    }
}
