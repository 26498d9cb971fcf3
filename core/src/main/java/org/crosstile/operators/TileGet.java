package org.crosstile.operators;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Slide;
import org.crosstile.memory.Tile;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.tile.get}: get with its staging tiles in sight, as lowering writes it. The data slides
 * through the stage chunk by chunk; with two stages, in turn.
 */
public final class TileGet extends RegionCopy implements Capability.ReadsPeer {
    private static final String PREFIX = "tile-get";
    private static final Slots SLOTS = Slots.get();
    private static final Stages STAGES = Stages.slots();
    private static final RegionRules REGION = RegionRules.of(PREFIX, TileGet::example);
    private static final Stages.Rules STAGE =
            Stages.Rules.of(PREFIX, stages -> "pld.tile.get(y, peer, win, " + stages + ")");
    public static final TileGet OP = new TileGet();

    private TileGet() {
        super(
                "pld.tile.get",
                SLOTS,
                REGION,
                SLOTS.dst(),
                SLOTS.peer(),
                SLOTS.src(),
                STAGES.first(),
                STAGES.second(),
                SLOTS.dstOffsets(),
                SLOTS.srcOffsets(),
                SLOTS.shape());
    }

    private static String example(String window, String peer, String local, String more) {
        return "s = pl.tile.create([1, 64], dtype=pl.FP32)\npld.tile.get("
                + local
                + ", "
                + peer
                + ", "
                + window
                + ", s"
                + more
                + ")";
    }

    @Override
    public String doc() {
        return "Copies a peer's slice of a window into memory of this rank, through given staging tiles.";
    }

    @Override
    public String rulePrefix() {
        return PREFIX;
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public List<Rule> rules() {
        return Stream.of(REGION.all(), STAGE.all()).flatMap(List::stream).toList();
    }

    @Override
    public Slot target() {
        return SLOTS.src();
    }

    @Override
    public Slot peer() {
        return SLOTS.peer();
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return effect(slot, SLOTS);
    }

    static Effect effect(Slot slot, Slots slots) {
        return slot == slots.dst() ? Effect.WRITE : slot == slots.src() ? Effect.READ : Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        int before = problems.errors();
        checkRegion(call, problems);
        Type.TensorLike dst = type(call, SLOTS.dst());
        if (problems.errors() == before) {
            STAGES.check(call, dst, extents(call), STAGE, problems);
        }
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        Run.Operand rank = Run.env(Rank.class);
        Run.Operand dst = Run.arg(SLOTS.dst(), View.class);
        Run.Operand peer = Run.arg(SLOTS.peer(), long.class);
        Run.Operand src = Run.arg(SLOTS.src(), View.class);
        Run.Operand ping = Run.arg(STAGES.first(), Tile.class);
        Run.Operand pong = Run.arg(STAGES.last(call), Tile.class);
        return call.has(SLOTS.shape())
                ? Run.of(
                        TileGet.class,
                        "runRegion",
                        void.class,
                        rank,
                        dst,
                        peer,
                        src,
                        ping,
                        pong,
                        Run.arg(SLOTS.dstOffsets(), long[].class),
                        Run.arg(SLOTS.srcOffsets(), long[].class),
                        Run.arg(SLOTS.shape(), long[].class))
                : Run.of(TileGet.class, "run", void.class, rank, dst, peer, src, ping, pong);
    }

    public static void run(Rank rank, View dst, long peer, View src, Tile ping, Tile pong) {
        requireSameShape(TensorGet.REGION.sameShape().id(), dst, src);
        long[] zero = new long[dst.rank()];
        Slide.move(
                rank.peer(src, peer),
                zero,
                dst,
                zero,
                dst.shape(),
                TensorGet.LIMITS,
                ping,
                pong,
                false);
    }

    public static void runRegion(
            Rank rank,
            View dst,
            long peer,
            View src,
            Tile ping,
            Tile pong,
            long[] dstOffsets,
            long[] srcOffsets,
            long[] shape) {
        Slide.move(
                rank.peer(src, peer),
                srcOffsets,
                dst,
                dstOffsets,
                shape,
                TensorGet.LIMITS,
                ping,
                pong,
                false);
    }
}
