package org.crosstile.operators;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;

/**
 * What put and get share, at tensor and at tile level: a copy between a window of a peer and memory
 * of this rank, of all elements or of a region.
 */
abstract class RegionCopy extends Primitive {
    private static final String REGION = "region";

    /** The operands that both directions and both levels have. */
    record Slots(Slot dst, Slot peer, Slot src, Slot dstOffsets, Slot srcOffsets, Slot shape) {
        static Slots of(Kind dstKind, String dstDoc, Kind srcKind, String srcDoc) {
            Slot dst = Slot.of("dst", dstKind, dstDoc);
            Slot src = Slot.of("src", srcKind, srcDoc);
            return new Slots(
                    dst,
                    Slot.of("peer", new Kind.Integer(DType.INT32), "rank at the other end"),
                    src,
                    Slot.indices("dst_offsets", dst, "where the region begins in dst")
                            .optional()
                            .inGroup(REGION),
                    Slot.indices("src_offsets", src, "where the region begins in src")
                            .optional()
                            .inGroup(REGION),
                    Slot.indices("shape", dst, "extents of the region").optional().inGroup(REGION));
        }

        static Slots put() {
            return of(
                    new Kind.Window(Optional.empty()),
                    "the window whose slice on the peer is written",
                    new Kind.TensorLike(),
                    "memory of this rank to read");
        }

        static Slots get() {
            return of(
                    new Kind.TensorLike(),
                    "memory of this rank to write",
                    new Kind.Window(Optional.empty()),
                    "the window whose slice on the peer is read");
        }
    }

    final Slots slots;
    final RegionRules rules;

    RegionCopy(String name, Slots slots, RegionRules rules, Slot... all) {
        super(name, all);
        this.slots = slots;
        this.rules = rules;
    }

    @Override
    public final Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    /** Both directions go through a staging tile of the vector core. */
    @Override
    public final Lane lane() {
        return Lane.VECTOR;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        if (slot == slots.peer()) {
            return Hints.peer(found);
        }
        boolean offsets =
                slot == slots.dstOffsets() || slot == slots.srcOffsets() || slot == slots.shape();
        return offsets
                ? Hints.indices(found)
                : slot.kind() instanceof Kind.Window ? Hints.window(found) : "";
    }

    /** The extents that are copied. */
    final List<Expr> extents(Expr.Call call) {
        return call.has(slots.shape())
                ? call.tuple(slots.shape())
                : type(call, slots.dst()).shape();
    }

    /** Checks everything but staging. */
    final void checkRegion(Expr.Call call, Problems problems) {
        Type.TensorLike dst = type(call, slots.dst());
        Type.TensorLike src = type(call, slots.src());
        SignalCells.peer(rules.peer(), call.get(slots.peer()), problems);
        if (dst.dtype() != src.dtype()) {
            Problem.error(rules.dtype(), call.get(slots.src()).span(), "src is " + src.describe())
                    .see(call.get(slots.dst()).span(), "dst is " + dst.describe())
                    .hint("make both " + dst.dtype() + ", or convert with pl.cast first")
                    .to(problems);
        }
        if (dst.rank() != src.rank() || dst.rank() == 0) {
            Problem.error(
                            rules.dimensions(),
                            call.get(slots.src()).span(),
                            "src has shape " + Describe.shape(src.shape()))
                    .see(
                            call.get(slots.dst()).span(),
                            "dst has shape " + Describe.shape(dst.shape()))
                    .hint("view both with the same number of dimensions")
                    .to(problems);
            return;
        }
        Extents.positiveShape(
                rules.positive(), "dst", call.get(slots.dst()), dst.shape(), problems);
        Extents.positiveShape(
                rules.positive(), "src", call.get(slots.src()), src.shape(), problems);
        if (call.has(slots.shape())) {
            List<Expr> shape = call.tuple(slots.shape());
            Extents.positive(rules.positive(), "shape", shape, problems);
            Extents.countable(dst.dtype(), shape, call.get(slots.shape()).span(), problems);
            inside(call, slots.dst(), slots.dstOffsets(), shape, problems);
            inside(call, slots.src(), slots.srcOffsets(), shape, problems);
        } else {
            checkSameShape(call, dst, src, problems);
        }
    }

    private void inside(
            Expr.Call call, Slot side, Slot offsets, List<Expr> extents, Problems problems) {
        new Bounds(rules.bounds(), side == slots.dst() ? "writes" : "reads", problems)
                .check(
                        call.tuple(offsets),
                        extents,
                        type(call, side).shape(),
                        call.get(side),
                        call.get(offsets).span());
    }

    private void checkSameShape(
            Expr.Call call, Type.TensorLike dst, Type.TensorLike src, Problems problems) {
        for (int d = 0; d < dst.rank(); d++) {
            if (!Extents.agree(dst.shape().get(d), src.shape().get(d))) {
                Problem.error(
                                rules.sameShape(),
                                call.get(slots.src()).span(),
                                "src has shape " + Describe.shape(src.shape()))
                        .see(
                                call.get(slots.dst()).span(),
                                "dst has shape " + Describe.shape(dst.shape()))
                        .hint(
                                "give the part to copy: dst_offsets=[...], src_offsets=[...], shape=[...]")
                        .to(problems);
                return;
            }
        }
    }

    final Type.TensorLike type(Expr.Call call, Slot side) {
        return (Type.TensorLike) call.get(side).type();
    }

    /** Stops a run whose whole-slice copy has two shapes. */
    static void requireSameShape(String rule, View dst, View src) {
        if (!Arrays.equals(dst.shape(), src.shape())) {
            throw new Fault(
                    rule,
                    "without a region, dst and src must have the same shape",
                    "dst has "
                            + Arrays.toString(dst.shape())
                            + ", src "
                            + Arrays.toString(src.shape()),
                    "give the part to copy: dst_offsets=[...], src_offsets=[...], shape=[...]");
        }
    }
}
