package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.memory.CommContext;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/** {@code pld.rank(ctx)}: this rank's index in a comm domain, an INT32. */
public final class CommRank extends Primitive
        implements Capability.ReadsContext, Capability.GivesRank {
    private static final Slot CTX =
            Slot.of("ctx", new Kind.Context(), "a context from pld.get_comm_ctx");

    public static final CommRank OP = new CommRank();

    private CommRank() {
        super("pld.system.rank", CTX);
    }

    @Override
    public String doc() {
        return "Gives this rank's index in the domain of a context.";
    }

    @Override
    public List<String> aliases() {
        return List.of("pld.rank");
    }

    @Override
    public String rulePrefix() {
        return "rank";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.CHIP, Place.KERNEL);
    }

    @Override
    public Slot context() {
        return CTX;
    }

    @Override
    public boolean givesRank() {
        return true;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return Hints.context(found);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.INT32;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(CommRank.class, "run", int.class, Run.arg(CTX, CommContext.class));
    }

    public static int run(CommContext context) {
        return context.rank();
    }
}
