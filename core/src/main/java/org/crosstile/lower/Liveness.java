package org.crosstile.lower;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Which variables are still to be read, in a structured function that may assign them several
 * times.
 */
final class Liveness {
    private final Map<Stmt, Set<Var>> after = new IdentityHashMap<>();
    private final Map<Stmt, Set<Var>> atTop = new IdentityHashMap<>();

    Liveness(Block body) {
        before(body, Set.of());
    }

    /** The variables whose value is read after a compound statement. */
    Set<Var> after(Stmt compound) {
        return after.getOrDefault(compound, Set.of());
    }

    /** The variables whose value is read by an iteration of a loop before it sets them. */
    Set<Var> atTop(Stmt loop) {
        return atTop.getOrDefault(loop, Set.of());
    }

    private Set<Var> before(Block block, Set<Var> liveOut) {
        Set<Var> live = new HashSet<>(liveOut);
        List<Stmt> statements = block.statements();
        for (int i = statements.size() - 1; i >= 0; i--) {
            step(statements.get(i), live);
        }
        return live;
    }

    private void step(Stmt s, Set<Var> live) {
        switch (s) {
            case Stmt.Assign x -> live.remove(x.target());
            case Stmt.Unpack x -> x.targets().forEach(live::remove);
            case Stmt.If x -> {
                after.put(x, Set.copyOf(live));
                x.results().forEach(live::remove);
                Set<Var> otherwise = before(x.otherwise(), live);
                Set<Var> then = before(x.then(), live);
                live.addAll(otherwise);
                live.addAll(then);
            }
            case Stmt.For x -> {
                after.put(x, Set.copyOf(live));
                x.results().forEach(live::remove);
                Set<Var> own = new HashSet<>(Set.of(x.index()));
                loop(x, x.body(), x.carried(), own, List.of(), live);
            }
            case Stmt.While x -> {
                after.put(x, Set.copyOf(live));
                x.results().forEach(live::remove);
                loop(x, x.body(), x.carried(), new HashSet<>(), List.of(x.condition()), live);
            }
            case Stmt.Scope x -> {
                after.put(x, Set.copyOf(live));
                Set<Var> inner = before(x.body(), live);
                live.clear();
                live.addAll(inner);
                x.bound().ifPresent(live::remove);
            }
            case Stmt.Return x -> live.clear();
            default -> {}
        }
        if (s instanceof Stmt.While loop) {
            loop.carried().forEach(c -> Variables.used(c.init(), live::add));
        } else {
            Walk.own(s).forEach(e -> Variables.used(e, live::add));
        }
    }

    private void loop(
            Stmt s,
            Block body,
            List<Stmt.Carried> carried,
            Set<Var> own,
            List<Expr> conditions,
            Set<Var> live) {
        carried.forEach(c -> own.add(c.var()));
        Set<Var> top = new HashSet<>();
        while (true) {
            Set<Var> out = new HashSet<>(live);
            out.addAll(top);
            Set<Var> next = before(body, out);
            next.removeIf(v -> own.contains(v) && !live.contains(v));
            conditions.forEach(c -> Variables.used(c, v -> next.add(v)));
            if (top.containsAll(next)) {
                break;
            }
            top.addAll(next);
        }
        top.removeAll(own);
        atTop.put(s, Set.copyOf(top));
        live.addAll(top);
    }
}
