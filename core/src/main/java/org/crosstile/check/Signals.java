package org.crosstile.check;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Signals that a host orchestrator leaves to the toolchain. */
final class Signals {
    /** A collective without a signal is part of another expression. */
    static final Rule NESTED =
            Rule.of(
                            "host-collective-nested",
                            "a host's collective without a signal must be a statement of its own")
                    .explained(
                            "The signal that it is given is allocated by statements before it, and inside another"
                                    + " expression it is not plain which one comes first.",
                            "host_calls",
                            "self.shift(x[0], y[0], pld.tensor.allreduce(win), 0, device=0)",
                            "pld.tensor.allreduce(win)\nself.shift(x[0], y[0], win, 0, device=0)");

    static final List<Rule> RULES = List.of(NESTED);

    private Signals() {}

    static void check(Function f, Problems problems) {
        Set<Expr> alone = Collections.newSetFromMap(new IdentityHashMap<>());
        Walk.statements(
                f.body(),
                s -> {
                    switch (s) {
                        case Stmt.Assign x -> alone.add(x.value());
                        case Stmt.Eval x -> alone.add(x.value());
                        case Stmt.Return x -> alone.addAll(x.values());
                        default -> {}
                    }
                });
        Walk.calls(
                f.body(),
                call -> {
                    if (call.op() instanceof Capability.HostBuiltin op
                            && !call.has(op.signal())
                            && !alone.contains(call)) {
                        Problem.error(NESTED, call.span(), "this is part of another expression")
                                .hint("assign the result to a name first, or pass a signal")
                                .to(problems);
                    }
                });
    }
}
