package org.crosstile.operators;

import java.util.Arrays;
import java.util.List;
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

/**
 * {@code pl.tile.tpush_to_aiv(tile)} and {@code pl.tile.tpush_to_aic(tile)}: one half of a
 * hand-over, the side that gives. Written where a kernel is divided into its lanes.
 */
public final class TilePush extends LocalPrimitive implements Capability.PushesTile {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to give");
    private static final Slot SPLIT =
            Slot.oneOf("split", SplitMode.class, "how the vector cores share it")
                    .orElse(SplitMode.NONE);

    /** From the cube core. */
    public static final TilePush TO_AIV = new TilePush("tpush_to_aiv", Lane.CUBE);

    /** From a vector core. */
    public static final TilePush TO_AIC = new TilePush("tpush_to_aic", Lane.VECTOR);

    private final Lane lane;

    private TilePush(String name, Lane lane) {
        super(
                "pl.tile." + name,
                "Gives a tile to the other side of the core group.",
                KERNEL,
                List.of(),
                TILE,
                SPLIT);
        this.lane = lane;
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Slot source() {
        return TILE;
    }

    @Override
    public Slot split() {
        return SPLIT;
    }

    @Override
    public boolean isToVector() {
        return lane == Lane.CUBE;
    }

    @Override
    public Lane lane() {
        return lane;
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return Arrays.asList(MemorySpace.values());
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TilePush.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(TILE, Tile.class),
                Run.arg(SPLIT, SplitMode.class),
                Run.site());
    }

    public static void run(Rank rank, Tile tile, SplitMode split, int site) {
        rank.link().push(tile, split, site);
    }
}
