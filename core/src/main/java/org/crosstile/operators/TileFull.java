package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.tile.full}: a tile of equal elements. */
public final class TileFull extends LocalPrimitive implements Capability.GeneratesTile {
    private static final Slot SHAPE = Slot.indices("shape", "extents, constants");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "the element type");
    private static final Slot VALUE =
            Slot.of("value", new Kind.Scalar(DType.INDEX), "every element, narrowed to the type");

    public static final TileFull OP = new TileFull();

    private final Rule scalar =
            declare(
                    Rule.of(id("value-float"), "a tile of integers is filled with an integer")
                            .explained(
                                    "A float would lose its fraction without a word.",
                                    "kernel",
                                    "t = pl.tile.full([1, 64], dtype=pl.INT32, value=0.5)",
                                    "t = pl.tile.full([1, 64], dtype=pl.FP32, value=0.5)"));

    private TileFull() {
        super(
                "pl.tile.full",
                "Makes a tile whose elements all have one value.",
                KERNEL,
                List.of(),
                SHAPE,
                DTYPE,
                VALUE);
    }

    @Override
    protected List<Rule> sharedRules() {
        return TileShape.RULES;
    }

    @Override
    public Slot shape() {
        return SHAPE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        DType dtype = call.element(DTYPE);
        TileShape.check(call, SHAPE, dtype, MemorySpace.Vec, problems);
        checkValue(call, VALUE, dtype, scalar, problems);
        return new Type.Tile(call.tuple(SHAPE), dtype);
    }

    /** Reports a float among integers. */
    static void checkValue(Expr.Call call, Slot value, DType dtype, Rule rule, Problems problems) {
        if (Exprs.dtype(call.get(value)).isFloat() && !dtype.isFloat()) {
            Problem.error(
                            rule,
                            call.get(value).span(),
                            "this is a float, the elements are " + dtype)
                    .hint("write an integer, or choose pl.FP32")
                    .to(problems);
        }
    }

    @Override
    public Run run(Expr.Call call) {
        Class<?> type = call.element(DTYPE).isFloat() ? float.class : long.class;
        return Run.of(
                TileMath.class, "full", void.class, Run.arg(VALUE, type), Run.result(Tile.class));
    }
}
