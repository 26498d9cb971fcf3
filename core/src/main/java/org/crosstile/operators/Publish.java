package org.crosstile.operators;

import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
import org.crosstile.model.Builder;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pld.system.publish(target, peer, offsets, value, op=pld.NotifyOp.Set)}: sets one cell of a
 * peer's slice to a number that is a result of a collective. It is ordered like a notify, but it is
 * data: nobody has to wait for it. Written by the lowering of collectives.
 */
public final class Publish extends Primitive implements Capability.Notifies {
    private static final Slot TARGET =
            Slot.window("target", DType.INT32, "the window that holds the numbers");
    private static final Slot PEER =
            Slot.of("peer", new Kind.Integer(DType.INT32), "rank that gets the number");
    private static final Slot OFFSETS = Slot.indices("offsets", TARGET, "which cell");
    private static final Slot VALUE = Slot.of("value", new Kind.Integer(DType.INT32), "the number");
    private static final Slot OP_SLOT = Slot.oneOf("op", NotifyOp.class, "always Set");

    public static final Publish OP = new Publish();

    private Publish() {
        super("pld.system.publish", TARGET, PEER, OFFSETS, VALUE, OP_SLOT);
    }

    /** Writes the call. */
    static void write(Expr target, Expr peer, Expr offsets, Expr value, Builder body) {
        body.run(
                OP,
                target,
                peer,
                offsets,
                Exprs.cast(value, DType.INT32),
                new Expr.Code(NotifyOp.Set, body.span()));
    }

    @Override
    public String doc() {
        return "Sets a cell of a peer to a number that is a result, not a signal.";
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.KERNEL);
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

    @Override
    public boolean isNoDuplicate() {
        return true;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == TARGET ? Effect.WRITE : Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Publish.class,
                "run",
                void.class,
                Run.env(Rank.class),
                Run.arg(TARGET, View.class),
                Run.arg(PEER, long.class),
                Run.arg(OFFSETS, long[].class),
                Run.arg(VALUE, int.class),
                Run.site());
    }

    public static void run(Rank rank, View target, long peer, long[] offsets, int value, int site) {
        rank.publish(target, peer, offsets, value, site);
    }
}
