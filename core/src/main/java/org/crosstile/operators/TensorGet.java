package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
 * {@code pld.tensor.get(dst, peer, src[, dst_offsets, src_offsets, shape])}: copies a peer's slice
 * of a window into memory of this rank and returns when it is there. Chunks and pipelining change
 * how the data is staged, never the result.
 */
public final class TensorGet extends RegionCopy
        implements Capability.ReadsPeer, Capability.HasTileForm {
    private static final Slots SLOTS = Slots.get();
    private static final Staging STAGING = Staging.slots();
    static final RegionRules REGION = RegionRules.of("get", TensorGet::example);
    private static final RegionRules.Chunks CHUNKS =
            RegionRules.Chunks.of("get", TensorGet::example);

    static final Limits LIMITS = REGION.limits();

    public static final TensorGet OP = new TensorGet();

    private TensorGet() {
        super(
                "pld.tensor.get",
                SLOTS,
                REGION,
                SLOTS.dst(),
                SLOTS.peer(),
                SLOTS.src(),
                SLOTS.dstOffsets(),
                SLOTS.srcOffsets(),
                SLOTS.shape(),
                STAGING.chunkRows(),
                STAGING.chunkCols(),
                STAGING.pipeline());
    }

    private static String example(String window, String peer, String local, String more) {
        return "pld.tensor.get(" + local + ", " + peer + ", " + window + more + ")";
    }

    @Override
    public String doc() {
        return "Copies a peer's slice of a window into memory of this rank.";
    }

    @Override
    public String rulePrefix() {
        return "get";
    }

    @Override
    public List<Rule> rules() {
        return Stream.of(REGION.all(), CHUNKS.all()).flatMap(List::stream).toList();
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
        return TileGet.effect(slot, SLOTS);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        checkRegion(call, problems);
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
                        call, extents(call), type(call, SLOTS.dst()).dtype(), "tget_stage", body));
        all.addAll(operands.subList(3, 6));
        return TileGet.OP.call(call.span(), all.toArray(Expr[]::new));
    }

    @Override
    public Run run(Expr.Call call) {
        Run.Operand rank = Run.env(Rank.class);
        Run.Operand dst = Run.arg(SLOTS.dst(), View.class);
        Run.Operand peer = Run.arg(SLOTS.peer(), long.class);
        Run.Operand src = Run.arg(SLOTS.src(), View.class);
        return call.has(SLOTS.shape())
                ? Run.of(
                        TensorGet.class,
                        "runRegion",
                        void.class,
                        rank,
                        dst,
                        peer,
                        src,
                        Run.arg(SLOTS.dstOffsets(), long[].class),
                        Run.arg(SLOTS.srcOffsets(), long[].class),
                        Run.arg(SLOTS.shape(), long[].class))
                : Run.of(TensorGet.class, "run", void.class, rank, dst, peer, src);
    }

    public static void run(Rank rank, View dst, long peer, View src) {
        requireSameShape(REGION.sameShape().id(), dst, src);
        long[] zero = new long[dst.rank()];
        Transfer.copy(rank.peer(src, peer), zero, dst, zero, dst.shape(), LIMITS);
    }

    public static void runRegion(
            Rank rank,
            View dst,
            long peer,
            View src,
            long[] dstOffsets,
            long[] srcOffsets,
            long[] shape) {
        Transfer.copy(rank.peer(src, peer), srcOffsets, dst, dstOffsets, shape, LIMITS);
    }
}
