package org.crosstile.operators;

import java.util.List;
import java.util.OptionalInt;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.SplitMode;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pl.tile.tpop_from_aic(shape, dtype)} and {@code pl.tile.tpop_from_aiv(shape, dtype)}: one
 * half of a hand-over, the side that takes. Written where a kernel is divided into its lanes.
 */
public final class TilePop extends LocalPrimitive implements Capability.PopsTile {
    private static final Slot SHAPE = Slot.indices("shape", "extents of the tile, constants");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "the element type");
    private static final Slot VALID =
            Slot.indices("valid_shape", "how much of it is valid; absent: all").optional();
    private static final Slot SPLIT =
            Slot.oneOf("split", SplitMode.class, "how the vector cores share it")
                    .orElse(SplitMode.NONE);

    /** On a vector core: into its UB. */
    public static final TilePop FROM_AIC =
            new TilePop("tpop_from_aic", Lane.VECTOR, MemorySpace.Vec);

    /** On the cube core: into its L1. */
    public static final TilePop FROM_AIV = new TilePop("tpop_from_aiv", Lane.CUBE, MemorySpace.Mat);

    private final Lane lane;
    private final MemorySpace space;

    private TilePop(String name, Lane lane, MemorySpace space) {
        super(
                "pl.tile." + name,
                "Takes the next tile from the other side of the core group.",
                KERNEL,
                List.of(),
                SHAPE,
                DTYPE,
                VALID,
                SPLIT);
        this.lane = lane;
        this.space = space;
    }

    @Override
    protected List<Rule> sharedRules() {
        return TileShape.RULES;
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Slot shape() {
        return SHAPE;
    }

    @Override
    public Slot dtype() {
        return DTYPE;
    }

    @Override
    public Slot valid() {
        return VALID;
    }

    @Override
    public Slot split() {
        return SPLIT;
    }

    @Override
    public boolean isToVector() {
        return lane == Lane.VECTOR;
    }

    @Override
    public Lane lane() {
        return lane;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        TileShape.check(call, SHAPE, call.element(DTYPE), space, problems);
        return new Type.Tile(
                call.tuple(SHAPE),
                call.element(DTYPE),
                call.tuple(VALID),
                space,
                OptionalInt.empty());
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TilePop.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.result(Tile.class),
                Run.arg(SPLIT, SplitMode.class),
                Run.site());
    }

    public static void run(Rank rank, Tile out, SplitMode split, int site) {
        rank.link().pop(out, split, site);
    }
}
