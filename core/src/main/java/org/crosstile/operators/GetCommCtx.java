package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.CreatesTensors;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
import org.crosstile.model.Capability;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Place;
import org.crosstile.model.Primitive;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;

/**
 * {@code ctx = pld.get_comm_ctx(w)}: this rank's place in the comm domain of a window. Windows of
 * different domains give different contexts.
 */
public final class GetCommCtx extends Primitive implements Capability.GivesContext {
    private static final Slot DIST_TENSOR = Slot.window("dist_tensor", "a window of the domain");

    public static final GetCommCtx OP = new GetCommCtx();

    private GetCommCtx() {
        super("pld.system.get_comm_ctx", DIST_TENSOR);
    }

    @Override
    public String doc() {
        return "Gives this rank's communication context in the domain of a window.";
    }

    @Override
    public List<String> aliases() {
        return List.of("pld.get_comm_ctx");
    }

    @Override
    public String rulePrefix() {
        return "get-comm-ctx";
    }

    @Override
    public Set<Place> places() {
        return Set.of(Place.CHIP, Place.KERNEL);
    }

    @Override
    public Slot window() {
        return DIST_TENSOR;
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return Effect.NONE;
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return Hints.window(found);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return Type.Opaque.COMM_CTX;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                GetCommCtx.class,
                "run",
                CommContext.class,
                Run.env(CreatesTensors.class),
                Run.arg(DIST_TENSOR, View.class));
    }

    /**
     * On the host, the context is that of whatever device it is passed to; passes ask for that one.
     */
    public static CommContext run(CreatesTensors port, View window) {
        return port instanceof Rank rank
                ? rank.context(window)
                : window.window().map(CommContext::anywhere).orElseThrow();
    }
}
