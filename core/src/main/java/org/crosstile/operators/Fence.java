package org.crosstile.operators;

import java.util.Set;
import org.crosstile.memory.Rank;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/** {@code pl.system.fence()}: orders this rank's earlier writes before its later signals. */
public final class Fence extends Primitive implements Capability.Fences {
    public static final Fence OP = new Fence();

    private Fence() {
        super("pl.system.fence");
    }

    @Override
    public String doc() {
        return "Orders this rank's earlier writes before its later signals.";
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
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.UNKNOWN;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(Fence.class, "run", void.class, Run.env(Rank.class));
    }

    public static void run(Rank rank) {
        rank.fence();
    }
}
