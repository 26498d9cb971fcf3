package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
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
 * {@code pld.tile.put}: put with its staging tiles in sight, as lowering writes it. The data slides
 * through the stage chunk by chunk; with two stages, in turn.
 */
public final class TilePut extends RegionCopy
        implements Capability.WritesPeer, Capability.AddsToPeer {
    private static final String PREFIX = "tile-put";
    private static final Slots SLOTS = Slots.put();
    private static final Stages STAGES = Stages.slots();
    private static final Slot ATOMIC = Atomics.slot();
    private static final RegionRules REGION = RegionRules.of(PREFIX, TilePut::example);
    private static final Stages.Rules STAGE =
            Stages.Rules.of(PREFIX, stages -> "pld.tile.put(win, peer, x, " + stages + ")");
    private static final Rule ATOMIC_DTYPE =
            Rule.of("tile-put-atomic-dtype", "atomic addition must be one that the store unit has")
                    .explained(
                            "The store unit adds FP32, FP16, BF16, INT32, INT16 and INT8.",
                            "kernel",
                            "s = pl.tile.create([1, 64], dtype=pl.INT64)\n"
                                    + "pld.tile.put(longs, peer, long_x, s, atomic=pld.AtomicType.Add)",
                            "s = pl.tile.create([1, 64], dtype=pl.FP32)\n"
                                    + "pld.tile.put(win, peer, x, s, atomic=pld.AtomicType.Add)");

    public static final TilePut OP = new TilePut();

    private TilePut() {
        super(
                "pld.tile.put",
                SLOTS,
                REGION,
                SLOTS.dst(),
                SLOTS.peer(),
                SLOTS.src(),
                STAGES.first(),
                STAGES.second(),
                SLOTS.dstOffsets(),
                SLOTS.srcOffsets(),
                SLOTS.shape(),
                ATOMIC);
    }

    private static String example(String window, String peer, String local, String more) {
        return "s = pl.tile.create([1, 64], dtype=pl.FP32)\npld.tile.put("
                + window
                + ", "
                + peer
                + ", "
                + local
                + ", s"
                + more
                + ")";
    }

    @Override
    public String doc() {
        return "Copies memory of this rank into a peer's slice of a window, through given staging tiles.";
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
        return Stream.of(REGION.all(), STAGE.all(), List.of(ATOMIC_DTYPE))
                .flatMap(List::stream)
                .toList();
    }

    @Override
    public Slot target() {
        return SLOTS.dst();
    }

    @Override
    public Slot peer() {
        return SLOTS.peer();
    }

    @Override
    public Optional<DType> added(Expr.Call call) {
        return Atomics.added(call, ATOMIC, SLOTS.dst());
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return effect(call, slot, SLOTS, ATOMIC);
    }

    static Effect effect(Expr.Call call, Slot slot, Slots slots, Slot atomic) {
        if (slot == slots.dst()) {
            return Atomics.adds(call, atomic) ? Effect.READ_WRITE : Effect.WRITE;
        }
        return slot == slots.src() ? Effect.READ : Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        int before = problems.errors();
        checkRegion(call, problems);
        Type.TensorLike dst = type(call, SLOTS.dst());
        Atomics.check(ATOMIC_DTYPE, call, ATOMIC, dst.dtype(), call.get(SLOTS.dst()), problems);
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
        Run.Operand adds = Run.literal(Atomics.adds(call, ATOMIC), boolean.class);
        return call.has(SLOTS.shape())
                ? Run.of(
                        TilePut.class,
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
                        Run.arg(SLOTS.shape(), long[].class),
                        adds)
                : Run.of(TilePut.class, "run", void.class, rank, dst, peer, src, ping, pong, adds);
    }

    public static void run(
            Rank rank, View dst, long peer, View src, Tile ping, Tile pong, boolean adds) {
        requireSameShape(TensorPut.REGION.sameShape().id(), dst, src);
        long[] zero = new long[dst.rank()];
        Slide.move(
                src,
                zero,
                rank.peer(dst, peer),
                zero,
                dst.shape(),
                TensorPut.LIMITS,
                ping,
                pong,
                adds);
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
            long[] shape,
            boolean adds) {
        Slide.move(
                src,
                srcOffsets,
                rank.peer(dst, peer),
                dstOffsets,
                shape,
                TensorPut.LIMITS,
                ping,
                pong,
                adds);
    }
}
