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
 * times. Every statement is summed up once and visited once, however deep it stands: an iteration
 * of a loop needs what its body reads before it sets it, which does not depend on what is around.
 */
final class Liveness {
    /**
     * A statement or block without its surroundings.
     *
     * @param reads what it may read before it sets it
     * @param sets what it sets on every path
     */
    private record Summary(Set<Var> reads, Set<Var> sets) {}

    private final Map<Stmt, Set<Var>> after = new IdentityHashMap<>();
    private final Map<Stmt, Set<Var>> atTop = new IdentityHashMap<>();
    private final Map<Stmt, Summary> summaries = new IdentityHashMap<>();

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
        for (Stmt s : block.statements().reversed()) {
            if (!Walk.blocks(s).isEmpty()) {
                enter(s, live);
            }
            step(s, live);
        }
        return live;
    }

    /** Visits the blocks of a statement behind which {@code live} is read. */
    private void enter(Stmt s, Set<Var> live) {
        after.put(s, Set.copyOf(live));
        Set<Var> out = new HashSet<>(live);
        switch (s) {
            case Stmt.If x -> x.results().forEach(out::remove);
            case Stmt.For x -> {
                x.results().forEach(out::remove);
                out.addAll(top(x));
            }
            case Stmt.While x -> {
                x.results().forEach(out::remove);
                out.addAll(top(x));
            }
            default -> {}
        }
        Walk.blocks(s).forEach(inner -> before(inner, out));
    }

    /** Goes backwards over a statement. */
    private void step(Stmt s, Set<Var> live) {
        if (s instanceof Stmt.Return) {
            live.clear();
        }
        Summary summary = summary(s);
        live.removeAll(summary.sets());
        live.addAll(summary.reads());
    }

    private Summary summary(Stmt s) {
        if (Walk.blocks(s).isEmpty()) {
            return new Summary(own(s), new HashSet<>(Walk.defined(s)));
        }
        Summary known = summaries.get(s);
        if (known == null) {
            known = compound(s);
            summaries.put(s, known);
        }
        return known;
    }

    private Summary compound(Stmt s) {
        Set<Var> reads = own(s);
        Set<Var> sets = new HashSet<>();
        switch (s) {
            case Stmt.If x -> {
                Summary then = summary(x.then());
                Summary otherwise = summary(x.otherwise());
                reads.addAll(then.reads());
                reads.addAll(otherwise.reads());
                sets.addAll(then.sets());
                sets.retainAll(otherwise.sets());
                sets.addAll(x.results());
            }
            case Stmt.For x -> {
                reads.addAll(top(x));
                sets.addAll(x.results());
            }
            case Stmt.While x -> {
                reads.addAll(top(x));
                sets.addAll(x.results());
            }
            default ->
                    Walk.blocks(s)
                            .forEach(inner -> {
                                reads.addAll(summary(inner).reads());
                                sets.addAll(summary(inner).sets());
                            });
        }
        if (s instanceof Stmt.Scope x) {
            x.bound().ifPresent(reads::remove);
            x.bound().ifPresent(sets::add);
        }
        return new Summary(reads, sets);
    }

    private Summary summary(Block block) {
        Set<Var> reads = new HashSet<>();
        Set<Var> sets = new HashSet<>();
        for (Stmt s : block.statements().reversed()) {
            step(s, reads);
            sets.addAll(summary(s).sets());
        }
        return new Summary(reads, sets);
    }

    private Set<Var> top(Stmt loop) {
        Set<Var> known = atTop.get(loop);
        if (known != null) {
            return known;
        }
        Set<Var> top = new HashSet<>();
        switch (loop) {
            case Stmt.For x -> {
                top.addAll(summary(x.body()).reads());
                x.carried().forEach(c -> top.remove(c.var()));
                top.remove(x.index());
            }
            case Stmt.While x -> {
                top.addAll(summary(x.body()).reads());
                Variables.used(x.condition(), top::add);
                x.carried().forEach(c -> top.remove(c.var()));
            }
            default -> {}
        }
        Set<Var> found = Set.copyOf(top);
        atTop.put(loop, found);
        return found;
    }

    /** What a statement reads itself, apart from its blocks and what they carry. */
    private static Set<Var> own(Stmt s) {
        Set<Var> reads = new HashSet<>();
        List<Expr> read =
                s instanceof Stmt.While x
                        ? x.carried().stream().map(Stmt.Carried::init).toList()
                        : Walk.own(s);
        read.forEach(e -> Variables.used(e, reads::add));
        return reads;
    }
}
