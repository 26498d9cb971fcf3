package org.crosstile.engine;

import java.util.Set;
import java.util.TreeSet;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Walk;
import org.crosstile.model.WindowFlow;

/** Which windows of a lowered program hold signal cells. */
final class SignalWindows {
    private final WindowFlow flow;
    private final Set<String> names = new TreeSet<>();

    private SignalWindows(Program program) {
        flow = WindowFlow.of(program);
        for (Function function : program.functions()) {
            Walk.statements(
                    function.body(),
                    s -> Walk.own(s).forEach(e -> Walk.expressions(e, this::visit)));
        }
    }

    /** Names of allocations; the empty one stands for a window that may be any. */
    static Set<String> of(Program program) {
        return new SignalWindows(program).names;
    }

    private void visit(Expr e) {
        if (e instanceof Expr.Call call) {
            switch (call.op()) {
                case Capability.Notifies notifies -> add(call.get(notifies.target()));
                case Capability.Awaits awaits -> add(call.get(awaits.signal()));
                default -> {}
            }
        }
    }

    private void add(Expr signal) {
        Set<String> windows = flow.of(signal);
        names.addAll(windows.isEmpty() ? Set.of("") : windows);
    }
}
