package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/** From where the memory of a block's values comes, in SSA form. */
final class Origins {
    private final Set<Var> inside;
    private final Map<Var, List<Expr>> from = new HashMap<>();

    /**
     * @param inside the variables that the block defines
     */
    Origins(Block block, Set<Var> inside) {
        this.inside = inside;
        Walk.statements(block, this::origins);
    }

    /** Those of some variables that are memory from outside: stores to it, or views. */
    Set<Var> fromOutside(Set<Var> some) {
        Set<Var> rooted = new LinkedHashSet<>();
        for (Var v : some) {
            if (isRooted(v, new LinkedHashSet<>())) {
                rooted.add(v);
            }
        }
        return rooted;
    }

    private boolean isRooted(Expr e, Set<Var> seen) {
        if (!(e instanceof Var v) || !inside.contains(v)) {
            return e instanceof Var;
        }
        if (!seen.add(v)) {
            return true;
        }
        List<Expr> origins = from.getOrDefault(v, List.of());
        boolean all = !origins.isEmpty();
        for (Expr origin : origins) {
            all &= isRooted(origin, seen);
        }
        return all;
    }

    private void origins(Stmt s) {
        switch (s) {
            case Stmt.Assign x -> {
                switch (x.value()) {
                    case Expr.Call c when c.op().resultAliases().isPresent() ->
                            add(x.target(), c.get(c.op().resultAliases().get()));
                    case Expr.Call c when c.op() instanceof Capability.Views views ->
                            add(x.target(), c.get(views.source()));
                    case Expr.FnCall c when !c.args().isEmpty() ->
                            add(x.target(), new Var("", c.type(), c.span()));
                    default -> add(x.target(), x.value());
                }
            }
            case Stmt.Unpack x -> x.targets().forEach(v -> add(v, new Var("", v.type(), v.span())));
            case Stmt.If x -> {
                merge(x.results(), Variables.yielded(x.then()));
                merge(x.results(), Variables.yielded(x.otherwise()));
            }
            case Stmt.For x -> loop(x.carried(), x.results(), x.body());
            case Stmt.While x -> loop(x.carried(), x.results(), x.body());
            default -> {}
        }
    }

    private void loop(List<Stmt.Carried> carried, List<Var> results, Block body) {
        List<Var> vars = Stmt.Carried.vars(carried);
        merge(vars, Stmt.Carried.inits(carried));
        merge(vars, Variables.yielded(body));
        merge(results, List.copyOf(vars));
    }

    private void merge(List<Var> targets, List<Expr> values) {
        for (int i = 0; i < Math.min(targets.size(), values.size()); i++) {
            add(targets.get(i), values.get(i));
        }
    }

    private void add(Var target, Expr origin) {
        from.computeIfAbsent(target, v -> new ArrayList<>()).add(origin);
    }
}
