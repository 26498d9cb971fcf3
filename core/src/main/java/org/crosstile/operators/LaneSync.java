package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.CoreType;
import org.crosstile.memory.Rank;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Lane;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code pl.system.sync_set(core_type="aic")} and {@code pl.system.sync_wait(core_type="aiv")}: one
 * side of a core group sets a flag when it has written global memory that the other side is going
 * to read, and the other side waits for it. {@code core_type} is the side that executes the call.
 */
public final class LaneSync extends LocalPrimitive implements Capability.SyncsLanes {
    private static final Slot SIDE =
            Slot.of("core_type", new Kind.Word(List.of("aic", "aiv")), "which side does it");

    /** Sets the flag. */
    public static final LaneSync SET =
            new LaneSync("sync_set", "set", "Sets a flag for the other side of the core group.");

    /** Waits for the flag, and takes it down. */
    public static final LaneSync WAIT =
            new LaneSync(
                    "sync_wait",
                    "await",
                    "Waits for the flag of the other side of the core group.");

    private final String method;

    private LaneSync(String name, String method, String doc) {
        super("pl.system." + name, doc, KERNEL, List.of(), SIDE);
        this.method = method;
    }

    @Override
    public Slot side() {
        return SIDE;
    }

    @Override
    public boolean sets() {
        return method.equals("set");
    }

    @Override
    public Lane lane(Expr.Call call) {
        return call.text(SIDE).equals(CoreType.AIC.spelling()) ? Lane.CUBE : Lane.VECTOR;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(LaneSync.class, method, void.class, Run.env(Rank.class), Run.site());
    }

    public static void set(Rank rank, int site) {
        rank.link().set(site);
    }

    public static void await(Rank rank, int site) {
        rank.link().await(site);
    }
}
