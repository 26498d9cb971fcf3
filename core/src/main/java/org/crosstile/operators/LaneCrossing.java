package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.crosstile.abi.MemorySpace;
import org.crosstile.abi.SplitMode;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pl.aiv_shard(tile)} and {@code pl.aic_gather(tile)}: a tile goes from the cube core to the
 * vector cores of its group, or back. How it is divided is the mode of the {@code pl.split_aiv}
 * region around it: in a mode other than NONE each vector core has half of it.
 */
public final class LaneCrossing extends LocalPrimitive implements Capability.CrossesLanes {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to hand over");
    private static final Slot SPLIT =
            Slot.oneOf(
                            "split",
                            SplitMode.class,
                            "how the vector cores share it; the mode of the region around")
                    .orElse(SplitMode.NONE);

    private static final String REGION =
            "c = pl.matmul(pl.load(x, [0, 0], [8, 64], target_memory=pl.Mem.Mat),"
                    + " pl.load(w, [0, 0], [64, 64], target_memory=pl.Mem.Mat))\n"
                    + "for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):\n";

    /** To the vector cores. */
    public static final LaneCrossing SHARD =
            new LaneCrossing(
                    "pl.tile.aiv_shard",
                    "pl.aiv_shard",
                    "Hands a tile of the cube core over to the vector cores of its group.",
                    MemorySpace.Vec,
                    "    pl.store(pl.aiv_shard(pl.tile.slice(c, [7, 64], [0, 0])), [4 * aiv_id, 0], y)",
                    "    pl.store(pl.aiv_shard(c), [4 * aiv_id, 0], y)");

    /** To the cube core. */
    public static final LaneCrossing GATHER =
            new LaneCrossing(
                    "pl.tile.aic_gather",
                    "pl.aic_gather",
                    "Hands a tile of the vector cores over to the cube core of their group.",
                    MemorySpace.Mat,
                    "    h = pl.load(x, [4 * aiv_id, 0], [4, 64], valid_shape=[3, 64])\n    g = pl.aic_gather(h)",
                    "    h = pl.load(x, [4 * aiv_id, 0], [4, 64])\n    g = pl.aic_gather(h)");

    private final MemorySpace to;
    private final Rule halves;

    private LaneCrossing(
            String name, String alias, String doc, MemorySpace to, String bad, String good) {
        super(name, doc, KERNEL, List.of(alias), TILE, SPLIT);
        this.to = to;
        this.halves =
                declare(
                        Rule.of(id("halves"), "a tile must have two equal, fully valid halves")
                                .explained(
                                        "In a region that splits, each vector core has one half of what crosses. Rows or"
                                                + " columns that cannot be halved belong in a region of mode NONE, which hands"
                                                + " over all of a tile.",
                                        "mixed",
                                        REGION + bad,
                                        REGION + good));
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
        return to == MemorySpace.Vec;
    }

    @Override
    public Lane lane() {
        return Lane.MIXED;
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return isToVector()
                ? List.of(MemorySpace.Acc, MemorySpace.Mat, MemorySpace.Left, MemorySpace.Right)
                : List.of(MemorySpace.Vec);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        int axis = call.code(SPLIT, SplitMode.class).axis();
        if (axis < 0) {
            return new Type.Tile(tile.shape(), tile.dtype(), tile.valid(), to, OptionalInt.empty());
        }
        boolean divides = tile.shape().size() == 2 && tile.valid().isEmpty();
        if (!divides || (isToVector() && tile.extent(axis) % SplitMode.LANES != 0)) {
            Problem.error(halves, call.get(TILE).span(), "this is " + tile.describe())
                    .hint("use a region of mode=pl.SplitMode.NONE, or make the extent even")
                    .to(problems);
            return tile.inSpace(to);
        }
        long extent = tile.extent(axis);
        List<Expr> shape = new ArrayList<>(tile.shape());
        shape.set(
                axis,
                Exprs.index(isToVector() ? extent / SplitMode.LANES : extent * SplitMode.LANES));
        return new Type.Tile(shape, tile.dtype(), List.of(), to, OptionalInt.empty());
    }

    /** Only lowering makes one out of two cores; by itself it cannot run. */
    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                LaneCrossing.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(TILE, Tile.class),
                Run.arg(SPLIT, SplitMode.class),
                Run.result(Tile.class),
                Run.site());
    }

    /** On a core that is both sides: gives, and takes what comes back. */
    public static void run(Rank rank, Tile tile, SplitMode split, Tile out, int site) {
        rank.link().push(tile, split, site);
        rank.link().pop(out, split, site);
    }
}
