package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Slot;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/** Which tensor-typed variables of a kernel are tiles once it computes on tiles. */
final class TiledValues {
    private record Flow(Var target, Expr value) {}

    private final List<Flow> flows = new ArrayList<>();
    private final Set<Var> tiled = new HashSet<>();
    private final Set<Var> loaded = new HashSet<>();

    TiledValues(Block body) {
        Walk.statements(body, this::scan);
        boolean grows = true;
        while (grows) {
            grows = false;
            for (Flow flow : flows) {
                grows |=
                        flow.value() instanceof Var v
                                && tiled.contains(v)
                                && tiled.add(flow.target());
            }
        }
        for (Flow flow : flows) {
            if (tiled.contains(flow.target()) && flow.value() instanceof Var v) {
                loaded.add(v);
            }
        }
        loaded.removeAll(tiled);
    }

    /** Whether a tensor-typed variable becomes a tile. */
    boolean isTile(Var v) {
        return tiled.contains(v);
    }

    /** Whether a variable stays a tensor and something computes on it. */
    boolean isLoaded(Var v) {
        return loaded.contains(v);
    }

    private void scan(Stmt s) {
        switch (s) {
            case Stmt.Assign x -> {
                flow(x.target(), x.value());
                if (x.value() instanceof Expr.Call c
                        && c.op() instanceof Capability.HasTileForm
                        && c.op().resultAliases().isEmpty()
                        && c.type() instanceof Type.TensorLike) {
                    tiled.add(x.target());
                }
            }
            case Stmt.If x -> {
                flows(x.results(), Variables.yielded(x.then()));
                flows(x.results(), Variables.yielded(x.otherwise()));
            }
            case Stmt.For x -> loop(x.carried(), x.results(), x.body());
            case Stmt.While x -> loop(x.carried(), x.results(), x.body());
            default -> {}
        }
        Walk.own(s).forEach(e -> Walk.expressions(e, this::operands));
    }

    private void operands(Expr e) {
        if (e instanceof Expr.Call c && c.op() instanceof Capability.HasTileForm form) {
            for (Slot slot : form.inTiles()) {
                if (c.get(slot) instanceof Var v) {
                    loaded.add(v);
                }
            }
        }
    }

    private void loop(List<Stmt.Carried> carried, List<Var> results, Block body) {
        List<Var> vars = Stmt.Carried.vars(carried);
        flows(vars, Stmt.Carried.inits(carried));
        flows(vars, Variables.yielded(body));
        flows(results, List.copyOf(vars));
        // a tiled result needs a tiled variable
        for (int i = 0; i < results.size(); i++) {
            flows.add(new Flow(vars.get(i), results.get(i)));
        }
    }

    private void flows(List<Var> targets, List<? extends Expr> values) {
        for (int i = 0; i < Math.min(targets.size(), values.size()); i++) {
            flow(targets.get(i), values.get(i));
        }
    }

    private void flow(Var target, Expr value) {
        if (value.type() instanceof Type.TensorLike) {
            flows.add(new Flow(target, value));
        }
    }
}
