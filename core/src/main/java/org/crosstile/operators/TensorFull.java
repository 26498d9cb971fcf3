package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.TensorMath;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.full}: a tensor of equal elements; inside a kernel it is a tile. */
public final class TensorFull extends LocalPrimitive implements Capability.HasTileForm {
    private static final Slot SHAPE = Slot.indices("shape", "extents");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "the element type");
    private static final Slot VALUE =
            Slot.of("value", new Kind.Scalar(DType.INDEX), "every element, narrowed to the type");

    public static final TensorFull OP = new TensorFull();

    private final Rule scalar =
            declare(
                    Rule.of(id("value-float"), "a tensor of integers is filled with an integer")
                            .explained(
                                    "A float would lose its fraction without a word.",
                                    "kernel",
                                    "t = pl.tensor.full([1, 64], dtype=pl.INT32, value=0.5)",
                                    "t = pl.tensor.full([1, 64], dtype=pl.FP32, value=0.5)"));

    private TensorFull() {
        super(
                "pl.tensor.full",
                "Makes a tensor whose elements all have one value.",
                KERNEL,
                List.of("pl.full"),
                SHAPE,
                DTYPE,
                VALUE);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TensorCreate.EXTENT, TensorCreate.ELEMENT, Extents.BYTES);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        TensorCreate.checkNew(call, SHAPE, call.element(DTYPE), call.get(DTYPE), problems);
        TileFull.checkValue(call, VALUE, call.element(DTYPE), scalar, problems);
        return new Type.Tensor(call.tuple(SHAPE), call.element(DTYPE));
    }

    @Override
    public List<Slot> inTiles() {
        return List.of();
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        return TileFull.OP.call(
                call.span(),
                operands.get(indexOf(SHAPE)),
                operands.get(indexOf(DTYPE)),
                operands.get(indexOf(VALUE)));
    }

    @Override
    public Run run(Expr.Call call) {
        Class<?> type = call.element(DTYPE).isFloat() ? float.class : long.class;
        return Run.of(
                TensorMath.class,
                "full",
                View.class,
                Run.arg(SHAPE, long[].class),
                Run.literal(call.element(DTYPE), DType.class),
                Run.arg(VALUE, type));
    }
}
