package org.crosstile.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Which memory the tensors of a function are: from where each value comes through stores, calls,
 * loops and branches. For functions in SSA form.
 */
final class Lineage {
    /** Lineages of all functions of a program; recursion is cut off and knows nothing. */
    static final class Of {
        private final Program program;
        private final Map<String, Lineage> known = new HashMap<>();
        private final Set<String> inProgress = new HashSet<>();

        Of(Program program) {
            this.program = program;
        }

        Optional<Lineage> function(String name) {
            Lineage lineage = known.get(name);
            Optional<Function> f = program.find(name);
            if (lineage == null && f.isPresent() && inProgress.add(name)) {
                lineage = new Lineage(f.get(), this);
                known.put(name, lineage);
                inProgress.remove(name);
            }
            return Optional.ofNullable(lineage);
        }
    }

    /** An origin of a value; exact if the value is all of it, not a view of a part. */
    private record Origin(Expr from, boolean exact) {}

    private final Function f;
    private final Of program;
    private final Map<Var, List<Origin>> origins = new HashMap<>();

    /** Roots that have been asked for: a long chain of stores is followed once. */
    private final Map<Var, Set<Var>> known = new HashMap<>();

    private Lineage(Function f, Of program) {
        this.f = f;
        this.program = program;
        scan(f.body());
    }

    /** The parameter that the i-th returned value is on every path, as its index. */
    Optional<Integer> returnedParameter(int i) {
        Set<Integer> found = new HashSet<>();
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.Return r && i < r.values().size()) {
                        found.add(exactParameter(r.values().get(i)));
                    }
                });
        return found.size() == 1 && !found.contains(-1)
                ? Optional.of(found.iterator().next())
                : Optional.empty();
    }

    private int exactParameter(Expr value) {
        Set<Var> roots = roots(value, true);
        return roots.size() == 1 ? f.paramIndex(roots.iterator().next()) : -1;
    }

    /** The variables whose memory a value may be or lie in: parameters, and what operators made. */
    Set<Var> roots(Expr value) {
        Set<Var> chain = new LinkedHashSet<>();
        Expr at = value;
        while (at instanceof Var v
                && !known.containsKey(v)
                && onlyOrigin(v).isPresent()
                && chain.add(v)) {
            at = onlyOrigin(v).get();
        }
        Set<Var> roots = at instanceof Var v ? known.get(v) : null;
        if (roots == null) {
            roots = Collections.unmodifiableSet(roots(at, false));
        }
        for (Var v : chain) {
            known.put(v, roots);
        }
        return roots;
    }

    /** Where a variable comes from that has one origin; in SSA form such chains end. */
    private Optional<Expr> onlyOrigin(Var v) {
        List<Origin> from = origins.getOrDefault(v, List.of());
        return from.size() == 1 ? Optional.of(from.getFirst().from()) : Optional.empty();
    }

    private Set<Var> roots(Expr value, boolean exactly) {
        Set<Var> roots = new LinkedHashSet<>();
        Set<Var> seen = new HashSet<>();
        List<Expr> open = new ArrayList<>(List.of(value));
        while (!open.isEmpty()) {
            if (!(open.removeLast() instanceof Var v) || !seen.add(v)) {
                continue;
            }
            List<Origin> from = origins.getOrDefault(v, List.of());
            boolean follow = !from.isEmpty() && (!exactly || allExact(from));
            if (follow) {
                from.forEach(o -> open.add(o.from()));
            } else {
                roots.add(v);
            }
        }
        return roots;
    }

    private static boolean allExact(List<Origin> from) {
        for (Origin origin : from) {
            if (!origin.exact()) {
                return false;
            }
        }
        return true;
    }

    private void scan(Block block) {
        for (Stmt s : block.statements()) {
            switch (s) {
                case Stmt.Assign x -> origin(x.target(), x.value());
                case Stmt.Unpack x -> unpack(x);
                case Stmt.If x -> {
                    merge(x.results(), Variables.yielded(x.then()));
                    merge(x.results(), Variables.yielded(x.otherwise()));
                }
                case Stmt.For x -> loop(x.carried(), x.results(), Variables.yielded(x.body()));
                case Stmt.While x -> loop(x.carried(), x.results(), Variables.yielded(x.body()));
                default -> {}
            }
            Walk.blocks(s).forEach(this::scan);
        }
    }

    private void loop(List<Stmt.Carried> carried, List<Var> results, List<Expr> yields) {
        List<Var> vars = Stmt.Carried.vars(carried);
        merge(vars, Stmt.Carried.inits(carried));
        merge(vars, yields);
        merge(results, List.copyOf(vars));
    }

    private void merge(List<Var> targets, List<Expr> values) {
        for (int i = 0; i < Math.min(targets.size(), values.size()); i++) {
            add(targets.get(i), values.get(i), true);
        }
    }

    private void origin(Var target, Expr value) {
        switch (value) {
            case Var v -> add(target, v, true);
            case Expr.Call c when c.op().resultAliases().isPresent() ->
                    add(target, c.get(c.op().resultAliases().get()), true);
            case Expr.Call c when c.op() instanceof Capability.Views views ->
                    add(target, c.get(views.source()), false);
            case Expr.FnCall c -> returned(target, c, 0);
            case Expr.Item i when i.tuple() instanceof Var tuple ->
                    component(target, tuple, i.index());
            default -> {}
        }
    }

    private void component(Var target, Var tuple, int index) {
        List<Origin> calls = origins.getOrDefault(tuple, List.of());
        if (calls.size() == 1 && calls.getFirst().from() instanceof Expr.FnCall c) {
            returned(target, c, index);
        }
    }

    private void unpack(Stmt.Unpack x) {
        for (int i = 0; i < x.targets().size(); i++) {
            switch (x.value()) {
                case Expr.FnCall c -> returned(x.targets().get(i), c, i);
                case Expr.Tuple t -> add(x.targets().get(i), t.items().get(i), true);
                case Var tuple -> component(x.targets().get(i), tuple, i);
                default -> {}
            }
        }
    }

    private void returned(Var target, Expr.FnCall call, int i) {
        if (target.type() instanceof Type.Tuple) {
            origins.computeIfAbsent(target, v -> new ArrayList<>()).add(new Origin(call, true));
            return;
        }
        program.function(call.callee())
                .flatMap(callee -> callee.returnedParameter(i))
                .filter(k -> k < call.args().size())
                .ifPresent(k -> add(target, call.args().get(k), true));
    }

    private void add(Var target, Expr from, boolean exact) {
        origins.computeIfAbsent(target, v -> new ArrayList<>()).add(new Origin(from, exact));
    }
}
