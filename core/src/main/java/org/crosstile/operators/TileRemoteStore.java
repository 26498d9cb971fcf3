package org.crosstile.operators;

import org.crosstile.memory.Limits;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;

/** {@code pld.tile.remote_store(tile, target, peer, offsets)}: pushes a tile's valid region. */
public final class TileRemoteStore extends RemoteStore implements Capability.StoresTile {
    private static final String PREFIX = "tile-remote-store";

    private static final Rules RULES = Rules.of(PREFIX, "t = pl.load(x, [0, 0], [8, 64])\n", "t");
    private static final Limits LIMITS = RULES.limits();

    public static final TileRemoteStore OP = new TileRemoteStore();

    private TileRemoteStore() {
        super("pld.tile.remote_store", Slots.of(new Kind.Tile()), RULES);
    }

    @Override
    public Slot tile() {
        return slots.src();
    }

    @Override
    public Slot offsets() {
        return slots.offsets();
    }

    @Override
    public String rulePrefix() {
        return PREFIX;
    }

    @Override
    String sourceHint(Expr found) {
        return switch (found.type()) {
            case Type.Tensor t ->
                    "push a tensor with pld.tensor.remote_store, or load it into a tile first";
            case Type.Window w -> "push a window with pld.tensor.put, or load it into a tile first";
            default -> "";
        };
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileRemoteStore.class,
                Atomics.adds(call, slots.atomic()) ? "runAdd" : "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(slots.src(), Tile.class),
                Run.arg(slots.target(), View.class),
                Run.arg(slots.peer(), long.class),
                Run.arg(slots.offsets(), long[].class));
    }

    public static void run(Rank rank, Tile src, View target, long peer, long[] offsets) {
        Transfer.store(src, rank.peer(target, peer), offsets, LIMITS);
    }

    public static void runAdd(Rank rank, Tile src, View target, long peer, long[] offsets) {
        Transfer.storeAdd(src, rank.peer(target, peer), offsets, LIMITS);
    }
}
