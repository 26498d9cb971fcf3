package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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
 * {@code pld.tensor.get(dst, peer, src[, dst_offsets, src_offsets, shape])}: copies a peer's slice of a
 * window into memory of this rank and returns when it is there. Chunks and pipelining change how the data is
 * staged, never the result.
 */
public final class TensorGet extends RegionCopy
        implements Capability.ReadsPeer, Capability.HasTileForm {
    private static final Slots SLOTS = Slots.get();
    private static final Staging STAGING = Staging.slots();
    private static final RegionRules REGION = RegionRules.of("get", TensorGet::example);
    private static final RegionRules.Chunks CHUNKS = RegionRules.Chunks.of("get", TensorGet::example);

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
        STAGING.check(call, extents(call), CHUNKS, problems);
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public List<Slot> inTiles() {
        return List.of();
    }

    @Override
    public Expr onTiles(Expr.Call call, List<Expr> operands, Builder body) {
        List<Expr> all = new ArrayList<>(operands.subList(0, 3));
        all.addAll(STAGING.create(call, extents(call), type(call, SLOTS.dst()).dtype(), "tget_stage", body));
        all.addAll(operands.subList(3, 6));
        return TileGet.OP.call(call.span(), all.toArray(Expr[]::new));
    }

    @Override
    public Run run(Expr.Call call) {
        return TileGet.run(call, SLOTS);
    }
}
