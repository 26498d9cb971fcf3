package org.crosstile.operators;

import java.util.List;
import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Place;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * {@code pld.tensor.barrier(sig)}: no rank goes on before every rank of the domain has arrived.
 * Gives the signal back.
 */
public final class Barrier extends Collective {
    private static final Slot SIGNAL = Slot.window("signal", DType.INT32, SIGNAL_DOC);
    private static final SignalRules RULES =
            SignalRules.of("barrier", signal -> "pld.tensor.barrier(" + signal + ")");

    public static final Barrier OP = new Barrier();

    private Barrier() {
        super("barrier", SIGNAL, SIGNAL, RULES, SIGNAL);
    }

    @Override
    public String doc() {
        return "Lets no rank of the domain go on before all have arrived.";
    }

    @Override
    public String result() {
        return "No rank leaves before every rank has entered.";
    }

    @Override
    public List<Rule> rules() {
        return RULES.all();
    }

    /** A barrier moves no data. */
    @Override
    public Set<DType> dtypes(Place place) {
        return Set.of();
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        return call.get(SIGNAL).type();
    }

    @Override
    Expr count(Expr.Call call) {
        return Exprs.index(0);
    }

    @Override
    Expr expand(Expr.Call call, Builder body) {
        Expr signal = body.let("signal", call.get(SIGNAL));
        CreditBarrier credits = CreditBarrier.over(signal, signal, body);
        credits.barrier(1);
        credits.epilogue(1);
        return signal;
    }

    /** The signal is all there is: where it exists follows from its own dispatches. */
    @Override
    public List<Slot> windows() {
        return List.of(SIGNAL);
    }

    @Override
    public List<Slot> control() {
        return List.of();
    }

    @Override
    public String builtin(Expr.Call call) {
        return "builtin_tensor_barrier__fp32";
    }

    @Override
    void onDevice(Expr.Call call, Builder body) {
        CreditBarrier credits = CreditBarrier.over(call.get(SIGNAL), call.get(SIGNAL), body);
        credits.barrier(1);
        credits.epilogue(1);
    }

    @Override
    public void meaning(Expr.Call call, Meaning world) {
        world.allEnterBeforeAnyLeaves();
    }
}
