package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.system.notify(sig, peer, offsets, value, op=...)}: adds to, or sets, one cell of a
 * peer's slice. Whoever sees the new value also sees all that this rank wrote before. The peer may
 * be this rank itself: that is how credits are taken back.
 */
public final class Notify extends Primitive implements Capability.Notifies {
    private static final Slot TARGET =
            Slot.window("target", DType.INT32, "the window that holds the signal cells");
    private static final Slot PEER =
            Slot.of("peer", new Kind.Integer(DType.INT32), "rank whose cell changes");
    private static final Slot OFFSETS = Slot.indices("offsets", TARGET, "which cell");
    private static final Slot VALUE =
            Slot.of("value", new Kind.Integer(DType.INT32), "what is added or stored");
    private static final Slot OP_SLOT = Slot.oneOf("op", NotifyOp.class, "add atomically, or set");

    private static final Rule PEER_NEGATIVE =
            Rule.of("notify-peer-negative", "`peer` must not be negative")
                    .explained(
                            "Ranks of a domain are numbered from 0.",
                            "kernel",
                            "pld.system.notify(sig, -1, [0, 0], 1, op=pld.NotifyOp.Set)",
                            "pld.system.notify(sig, 1, [0, 0], 1, op=pld.NotifyOp.Set)");
    private static final Rule BOUNDS =
            Rule.of("notify-offsets-bounds", "`offsets` must name a cell of the target")
                    .explained(
                            "A cell outside the window belongs to something else.",
                            "kernel",
                            "pld.system.notify(sig, peer, [4, 0], 1, op=pld.NotifyOp.Set)",
                            "pld.system.notify(sig, peer, [3, 0], 1, op=pld.NotifyOp.Set)");
    private static final Rule RANGE =
            Rule.of("notify-value-range", "`value` must fit an INT32 cell")
                    .explained(
                            "A signal cell holds 32 bits; a larger value would arrive as another one.",
                            "kernel",
                            "pld.system.notify(sig, peer, [0, 0], 2147483648, op=pld.NotifyOp.Set)",
                            "pld.system.notify(sig, peer, [0, 0], 2147483647, op=pld.NotifyOp.Set)");

    public static final Notify OP = new Notify();

    private Notify() {
        super("pld.system.notify", TARGET, PEER, OFFSETS, VALUE, OP_SLOT);
    }

    @Override
    public String doc() {
        return "Deposits a value in one signal cell of a peer, after everything written before.";
    }

    @Override
    public String rulePrefix() {
        return "notify";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
    }

    @Override
    public List<Rule> rules() {
        return List.of(PEER_NEGATIVE, SignalCells.PEER_HUGE, BOUNDS, RANGE);
    }

    @Override
    public Slot target() {
        return TARGET;
    }

    @Override
    public Slot peer() {
        return PEER;
    }

    @Override
    public Slot offsets() {
        return OFFSETS;
    }

    @Override
    public Slot value() {
        return VALUE;
    }

    @Override
    public Slot op() {
        return OP_SLOT;
    }

    @Override
    public Lane lane() {
        return Lane.SHARED;
    }

    /** A copy on the cube lane would release the peer before the vector lane's data has landed. */
    @Override
    public boolean isNoDuplicate() {
        return true;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        if (slot != TARGET) {
            return Effect.NONE;
        }
        return call.code(OP_SLOT, NotifyOp.class) == NotifyOp.Set
                ? Effect.WRITE
                : Effect.READ_WRITE;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        if (slot == TARGET) {
            return Hints.window(found);
        }
        return slot == PEER ? Hints.peer(found) : slot == OFFSETS ? Hints.indices(found) : "";
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        SignalCells.peer(PEER_NEGATIVE, call.get(PEER), problems);
        SignalCells.inside(BOUNDS, call, TARGET, OFFSETS, problems);
        SignalCells.fits(RANGE, call.get(VALUE), Integer.MIN_VALUE, problems);
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Notify.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(TARGET, View.class),
                Run.arg(PEER, long.class),
                Run.arg(OFFSETS, long[].class),
                Run.arg(VALUE, long.class),
                Run.arg(OP_SLOT, NotifyOp.class),
                Run.site());
    }

    public static void run(
            Rank rank, View target, long peer, long[] offsets, long value, NotifyOp op, int site) {
        int exact = SignalCells.exact(RANGE, value, Integer.MIN_VALUE);
        rank.notify(target, peer, offsets, exact, op, site);
    }
}
