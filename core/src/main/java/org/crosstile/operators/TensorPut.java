package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.memory.Limits;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.tensor.put(dst, peer, src[, dst_offsets, src_offsets, shape])}: copies memory of this
 * rank into a peer's slice of a window and returns when it is there. Chunks and pipelining change
 * how the data is staged, never the result.
 */
public final class TensorPut extends RegionCopy
        implements Capability.WritesPeer, Capability.AddsToPeer, Capability.HasTileForm {
    private static final Slots SLOTS = Slots.put();
    private static final Slot ATOMIC = Atomics.slot();
    private static final Staging STAGING = Staging.slots();
    static final RegionRules REGION = RegionRules.of("put", TensorPut::example);
    private static final RegionRules.Chunks CHUNKS =
            RegionRules.Chunks.of("put", TensorPut::example);

    private static final Rule ATOMIC_DTYPE =
            Rule.of("put-atomic-dtype", "atomic addition must be one that the store unit has")
                    .explained(
                            "The store unit adds FP32, FP16, BF16, INT32, INT16 and INT8.",
                            "kernel",
                            "pld.tensor.put(longs, peer, long_x, atomic=pld.AtomicType.Add)",
                            "pld.tensor.put(win, peer, x, atomic=pld.AtomicType.Add)");
    static final Limits LIMITS = REGION.limits();

    public static final TensorPut OP = new TensorPut();

    private TensorPut() {
        super(
                "pld.tensor.put",
                SLOTS,
                REGION,
                SLOTS.dst(),
                SLOTS.peer(),
                SLOTS.src(),
                SLOTS.dstOffsets(),
                SLOTS.srcOffsets(),
                SLOTS.shape(),
                ATOMIC,
                STAGING.chunkRows(),
                STAGING.chunkCols(),
                STAGING.pipeline());
    }

    private static String example(String window, String peer, String local, String more) {
        return "pld.tensor.put(" + window + ", " + peer + ", " + local + more + ")";
    }

    @Override
    public String doc() {
        return "Copies memory of this rank into a peer's slice of a window.";
    }

    @Override
    public String rulePrefix() {
        return "put";
    }

    @Override
    public List<Rule> rules() {
        return Stream.of(REGION.all(), CHUNKS.all(), List.of(ATOMIC_DTYPE))
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
        return TilePut.effect(call, slot, SLOTS, ATOMIC);
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return slot == SLOTS.src() && found.type() instanceof Type.Tile
                ? "push computed values with pld.remote_store(value, target, peer, offsets)"
                : super.kindHint(slot, found);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        checkRegion(call, problems);
        Atomics.check(
                ATOMIC_DTYPE,
                call,
                ATOMIC,
                type(call, SLOTS.dst()).dtype(),
                call.get(SLOTS.dst()),
                problems);
        STAGING.check(call, extents(call), type(call, SLOTS.dst()).dtype(), CHUNKS, problems);
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public List<Slot> inTiles() {
        return List.of();
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        List<Expr> all = new ArrayList<>(operands.subList(0, 3));
        all.addAll(
                STAGING.create(
                        call, extents(call), type(call, SLOTS.dst()).dtype(), "tput_stage", body));
        all.addAll(operands.subList(3, 7));
        return TilePut.OP.call(call.span(), all.toArray(Expr[]::new));
    }

    @Override
    public Run run(Expr.Call call) {
        Run.Operand rank = Run.env(Rank.class);
        Run.Operand dst = Run.arg(SLOTS.dst(), View.class);
        Run.Operand peer = Run.arg(SLOTS.peer(), long.class);
        Run.Operand src = Run.arg(SLOTS.src(), View.class);
        Run.Operand adds = Run.literal(Atomics.adds(call, ATOMIC), boolean.class);
        return call.has(SLOTS.shape())
                ? Run.of(
                        TensorPut.class,
                        "runRegion",
                        void.class,
                        rank,
                        dst,
                        peer,
                        src,
                        Run.arg(SLOTS.dstOffsets(), long[].class),
                        Run.arg(SLOTS.srcOffsets(), long[].class),
                        Run.arg(SLOTS.shape(), long[].class),
                        adds)
                : Run.of(TensorPut.class, "run", void.class, rank, dst, peer, src, adds);
    }

    public static void run(Rank rank, View dst, long peer, View src, boolean adds) {
        requireSameShape(REGION.sameShape().id(), dst, src);
        long[] zero = new long[dst.rank()];
        runRegion(rank, dst, peer, src, zero, zero, dst.shape(), adds);
    }

    public static void runRegion(
            Rank rank,
            View dst,
            long peer,
            View src,
            long[] dstOffsets,
            long[] srcOffsets,
            long[] shape,
            boolean adds) {
        View there = rank.peer(dst, peer);
        if (adds) {
            Transfer.copyAdd(src, srcOffsets, there, dstOffsets, shape, LIMITS);
        } else {
            Transfer.copy(src, srcOffsets, there, dstOffsets, shape, LIMITS);
        }
    }
}
