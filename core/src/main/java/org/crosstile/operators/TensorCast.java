package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;
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

/** {@code pl.cast} of a whole tensor; inside a kernel it is carried out on a tile. */
public final class TensorCast extends LocalPrimitive implements Capability.HasTileForm {
    private static final Slot TENSOR = Slot.of("tensor", new Kind.TensorLike(), "what to convert");
    private static final Slot TO =
            Slot.of("target_type", new Kind.Element(), "the new element type");
    private static final Slot MODE =
            Slot.of("mode", new Kind.Word(TileCast.MODES), "how to round to an integer")
                    .orElse(TileCast.ROUND);

    public static final TensorCast OP = new TensorCast();

    private final Rule same =
            declare(
                    Rule.of(id("same"), "a cast must change the element type")
                            .explained(
                                    "A cast without effect is mostly a mistake about what the tensor holds.",
                                    "kernel",
                                    "t = pl.tensor.cast(x, pl.FP32)",
                                    "t = pl.tensor.cast(x, pl.BF16)"));

    private TensorCast() {
        super(
                "pl.tensor.cast",
                "Converts the elements of a tensor; rounding as for a tile.",
                KERNEL,
                List.of("pl.cast"),
                TENSOR,
                TO,
                MODE);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TensorCreate.ELEMENT);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.TensorLike tensor = (Type.TensorLike) call.get(TENSOR).type();
        DType to = call.element(TO);
        if (tensor.dtype() == to) {
            Problem.error(same, call.get(TO).span(), "the tensor holds " + to + " already")
                    .hint("use the tensor as it is")
                    .to(problems);
        }
        if (!to.isStorable()) {
            Problem.error(TensorCreate.ELEMENT, call.get(TO).span(), "this is " + to).to(problems);
        }
        return new Type.Tensor(
                tensor.shape(), to, TensorView.PACKED.withValid(tensor.view().valid()));
    }

    @Override
    public List<Slot> inTiles() {
        return List.of(TENSOR);
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return TileCast.to(
                operands.get(indexOf(TENSOR)),
                operands.get(indexOf(TO)),
                operands.get(indexOf(MODE)));
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TensorMath.class,
                "cast",
                View.class,
                Run.arg(TENSOR, View.class),
                Run.literal(call.element(TO), DType.class),
                Run.literal(CastMode.valueOf(call.text(MODE)), CastMode.class));
    }

    /** A tensor in another element type, by the default mode. */
    static Expr to(Expr tensor, DType dtype) {
        return OP.call(
                tensor.span(), tensor, new Expr.Element(dtype, tensor.span()), TileCast.ROUND);
    }
}
