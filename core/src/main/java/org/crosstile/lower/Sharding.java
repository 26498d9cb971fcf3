package org.crosstile.lower;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * What in a {@code pl.split_aiv} region differs between the two vector cores: what is computed from
 * the index of the core, and what stands in a branch or a loop that such a value decides.
 */
final class Sharding {
    private final Set<Var> differing = new HashSet<>();

    /**
     * @param index the variable that holds the index of the core
     */
    Sharding(Var index, Block region) {
        this(Set.of(index), region);
    }

    private Sharding(Set<Var> indices, Block block) {
        differing.addAll(indices);
        spreadAll(block);
    }

    /** What differs in a kernel, in its regions and outside of them. */
    static Sharding of(Function f) {
        Set<Var> indices = new HashSet<>();
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.Scope region && RegionRules.isRegion(s)) {
                        region.bound().ifPresent(indices::add);
                    }
                });
        return new Sharding(indices, f.body());
    }

    private void spreadAll(Block region) {
        for (int size = -1; size != differing.size(); ) {
            size = differing.size();
            spread(region, false);
        }
    }

    /** Whether an expression may have another value on the other core. */
    boolean differs(Expr e) {
        boolean[] found = new boolean[1];
        Walk.expressions(
                e,
                x ->
                        found[0] |=
                                x instanceof Var v && differing.contains(v)
                                        || x instanceof Expr.Call c
                                                && c.op() instanceof Capability.GivesSubblock);
        return found[0];
    }

    private void spread(Block block, boolean decided) {
        for (Stmt s : block.statements()) {
            boolean inner = decided || decides(s);
            if (inner || Walk.own(s).stream().anyMatch(this::differs)) {
                differing.addAll(Walk.defined(s));
            }
            switch (s) {
                case Stmt.If x -> {
                    merge(x.results(), Variables.yielded(x.then()));
                    merge(x.results(), Variables.yielded(x.otherwise()));
                }
                case Stmt.For x -> loop(x.carried(), x.results(), x.body());
                case Stmt.While x -> loop(x.carried(), x.results(), x.body());
                default -> {}
            }
            Walk.blocks(s).forEach(b -> spread(b, inner));
        }
    }

    private void loop(List<Stmt.Carried> carried, List<Var> results, Block body) {
        List<Var> vars = Stmt.Carried.vars(carried);
        merge(vars, Variables.yielded(body));
        merge(results, List.copyOf(vars));
    }

    private void merge(List<Var> targets, List<? extends Expr> values) {
        for (int i = 0; i < Math.min(targets.size(), values.size()); i++) {
            if (differs(values.get(i))) {
                differing.add(targets.get(i));
            }
        }
    }

    /** Whether the two cores may go different ways at a statement. */
    boolean decides(Stmt s) {
        return switch (s) {
            case Stmt.If x -> differs(x.condition());
            case Stmt.For x -> differs(x.start()) || differs(x.stop()) || differs(x.step());
            case Stmt.While x -> differs(x.condition());
            default -> false;
        };
    }

    /** Visits the calls that must not be copied and that both cores make alike. */
    void undivided(Block block, Consumer<Expr.Call> visitor) {
        for (Stmt s : block.statements()) {
            if (decides(s)) {
                continue;
            }
            for (Expr e : Walk.own(s)) {
                if (e instanceof Expr.Call c
                        && c.op().isNoDuplicate()
                        && c.args().stream().noneMatch(this::differs)) {
                    visitor.accept(c);
                }
            }
            Walk.blocks(s).forEach(b -> undivided(b, visitor));
        }
    }
}
