package org.crosstile.lower;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/**
 * Which variables may be read without a value: on some way through the function nothing has set
 * them. A way counts as possible unless conditions rule it out that are the same, or a constant: a
 * value set {@code if me == 0} may be read {@code if me == 0}. That also covers the flags that
 * stand for jumps.
 */
final class DefiniteAssignment {
    private final Map<Var, Integer> numbers = new HashMap<>();
    private final Map<Var, Span> doubtful = new LinkedHashMap<>();

    DefiniteAssignment(Function f) {
        Walk.statements(
                f.body(),
                s -> Walk.defined(s).forEach(v -> numbers.putIfAbsent(v, numbers.size())));
        Paths start = new Paths(numbers);
        f.params().forEach(p -> start.define(p.var()));
        through(f.body(), start);
    }

    /** The variables that are read where they may have no value, each with the first such place. */
    Map<Var, Span> doubtful() {
        return doubtful;
    }

    private Paths through(Block block, Paths paths) {
        Paths now = paths;
        for (Stmt s : block.statements()) {
            now = through(s, now);
        }
        return now;
    }

    private Paths through(Stmt s, Paths paths) {
        if (s instanceof Stmt.While x) {
            Stmt.Carried.inits(x.carried()).forEach(e -> read(e, paths, x.span()));
        } else {
            Walk.own(s).forEach(e -> read(e, paths, s.span()));
        }
        return switch (s) {
            case Stmt.Assign x -> {
                paths.assign(x.target(), x.value());
                yield paths;
            }
            case Stmt.If x -> {
                Paths then = through(x.then(), paths.copy().where(x.condition(), true));
                Paths otherwise = through(x.otherwise(), paths.where(x.condition(), false));
                yield defining(then.joined(otherwise), x.results());
            }
            case Stmt.For x -> {
                Paths body = paths.copy().before(changed(x));
                body.define(x.index());
                x.carried().forEach(c -> body.define(c.var()));
                boolean runs = paths.runs(x);
                Paths end = through(x.body(), body);
                yield defining(runs ? end : end.joined(paths), x.results());
            }
            case Stmt.While x -> through(x, paths);
            case Stmt.Scope x -> {
                x.bound().ifPresent(paths::define);
                yield through(x.body(), paths);
            }
            case Stmt.Return x -> paths.ended();
            default -> defining(paths, Walk.defined(s));
        };
    }

    private Paths through(Stmt.While x, Paths paths) {
        Paths top = paths.copy().before(changed(x));
        List<Var> carried = Stmt.Carried.vars(x.carried());
        defining(top, carried);
        defining(paths, carried);
        read(x.condition(), paths, x.span());
        Paths end = through(x.body(), top.where(x.condition(), true));
        read(x.condition(), end, x.span());
        Paths left = end.where(x.condition(), false);
        return defining(left.joined(paths.where(x.condition(), false)), x.results());
    }

    private static Set<Var> changed(Stmt loop) {
        Set<Var> changed = new HashSet<>(Walk.defined(loop));
        Walk.blocks(loop).forEach(body -> changed.addAll(Variables.defined(body)));
        return changed;
    }

    private static Paths defining(Paths paths, List<Var> vars) {
        vars.forEach(paths::define);
        return paths;
    }

    private void read(Expr e, Paths paths, Span place) {
        Variables.used(
                e,
                v -> {
                    if (paths.mayLack(v)) {
                        doubtful.putIfAbsent(v, place);
                    }
                });
    }
}
