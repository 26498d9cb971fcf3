package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.crosstile.memory.TensorMath;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.transpose} of a tensor: two dimensions change places, in a tensor of its own. */
public final class TensorTranspose extends LocalPrimitive implements Capability.HasTileForm {
    private static final Slot TENSOR =
            Slot.of("tensor", new Kind.TensorLike(), "what to transpose");
    private static final Slot AXIS1 =
            Slot.of("axis1", new Kind.StaticInt(), "one axis; negative ones count from the end");
    private static final Slot AXIS2 = Slot.of("axis2", new Kind.StaticInt(), "the other axis");

    public static final TensorTranspose OP = new TensorTranspose();

    private final Rule axes =
            declare(
                    Rule.of(id("axes"), "the axes must be two different dimensions of the tensor")
                            .explained(
                                    "Two dimensions change places.",
                                    "kernel",
                                    "t = pl.tensor.transpose(x, 0, 2)",
                                    "t = pl.tensor.transpose(x, 0, 1)"));

    private TensorTranspose() {
        super(
                "pl.tensor.transpose",
                "Exchanges two dimensions of a tensor.",
                KERNEL,
                List.of("pl.transpose"),
                TENSOR,
                AXIS1,
                AXIS2);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike tensor = (Type.TensorLike) call.get(TENSOR).type();
        int first = axis(call.number(AXIS1), tensor.rank());
        int second = axis(call.number(AXIS2), tensor.rank());
        if (first < 0
                || second < 0
                || first >= tensor.rank()
                || second >= tensor.rank()
                || first == second) {
            Problem.error(
                            axes,
                            call.get(AXIS2).span(),
                            "these are axes " + first + " and " + second)
                    .see(call.get(TENSOR).span(), "this is " + tensor.describe())
                    .to(problems);
            return tensor;
        }
        List<Expr> shape = swapped(tensor.shape(), first, second);
        List<Expr> valid = tensor.view().valid();
        return new Type.Tensor(
                shape,
                tensor.dtype(),
                TensorView.PACKED.withValid(
                        valid.isEmpty() ? valid : swapped(valid, first, second)));
    }

    private static int axis(long axis, int rank) {
        return (int) (axis < 0 ? axis + rank : axis);
    }

    private static List<Expr> swapped(List<Expr> entries, int first, int second) {
        List<Expr> swapped = new ArrayList<>(entries);
        Collections.swap(swapped, first, second);
        return swapped;
    }

    @Override
    public List<Slot> inTiles() {
        return List.of(TENSOR);
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return TileTranspose.OP.call(
                call.span(),
                operands.get(indexOf(TENSOR)),
                operands.get(indexOf(AXIS1)),
                operands.get(indexOf(AXIS2)));
    }

    @Override
    public Run run(Expr.Call call) {
        int rank = ((Type.TensorLike) call.get(TENSOR).type()).rank();
        return Run.of(
                TensorMath.class,
                "transpose",
                View.class,
                Run.arg(TENSOR, View.class),
                Run.literal(axis(call.number(AXIS1), rank), int.class),
                Run.literal(axis(call.number(AXIS2), rank), int.class));
    }
}
