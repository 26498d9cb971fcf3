package org.crosstile.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Which window allocations a variable may stand for, over all calls of its function. */
public final class WindowFlow {
    private final Program program;
    private final Map<Var, Set<String>> origins = new HashMap<>();
    private boolean changed;

    private WindowFlow(Program program) {
        this.program = program;
    }

    /** Follows every window of a program from where it is allocated, at any stage. */
    public static WindowFlow of(Program program) {
        WindowFlow flow = new WindowFlow(program);
        do {
            flow.changed = false;
            for (Function function : program.functions()) {
                Walk.statements(function.body(), flow::visit);
            }
        } while (flow.changed);
        return flow;
    }

    /** Names of the allocations that {@code e} may be a view of; empty if that is unknown. */
    public Set<String> of(Expr e) {
        return switch (e) {
            case Var v -> origins.getOrDefault(v, Set.of());
            case Expr.Call call -> ofCall(call);
            case Expr.FnCall call -> union(call.args());
            case Expr.Item item -> of(item.tuple());
            default -> Set.of();
        };
    }

    private Set<String> ofCall(Expr.Call call) {
        if (call.op() instanceof Capability.ViewsWindow views) {
            return of(call.get(views.buffer()));
        }
        Optional<Slot> alias = call.op().resultAliases();
        return alias.isPresent() ? of(call.get(alias.get())) : union(call.args());
    }

    private Set<String> union(List<Expr> values) {
        Set<String> all = new TreeSet<>();
        for (Expr value : values) {
            if (isWindow(value)) {
                all.addAll(of(value));
            }
        }
        return all;
    }

    private static boolean isWindow(Expr e) {
        return e.type() instanceof Type.Window || e.type() == Type.Opaque.PTR;
    }

    private void visit(Stmt s) {
        Walk.own(s).forEach(e -> Walk.expressions(e, this::bindParameters));
        switch (s) {
            case Stmt.Assign x -> assign(x);
            case Stmt.Unpack x -> x.targets().forEach(target -> bind(target, of(x.value())));
            case Stmt.For x -> loop(x.carried(), x.results(), x.body());
            case Stmt.While x -> loop(x.carried(), x.results(), x.body());
            case Stmt.If x -> {
                yields(x.then(), x.results());
                yields(x.otherwise(), x.results());
            }
            default -> {}
        }
    }

    private void assign(Stmt.Assign x) {
        if (x.value() instanceof Expr.Call call
                && call.op() instanceof Capability.AllocatesWindow) {
            String name = x.target().name();
            for (Expr arg : call.args()) {
                name = arg instanceof Expr.Text text ? text.value() : name;
            }
            bind(x.target(), Set.of(name));
        } else {
            bind(x.target(), of(x.value()));
        }
    }

    private void loop(List<Stmt.Carried> carried, List<Var> results, Block body) {
        for (int i = 0; i < carried.size(); i++) {
            Stmt.Carried c = carried.get(i);
            bind(c.var(), of(c.init()));
            if (i < results.size()) {
                bind(results.get(i), of(c.init()));
            }
        }
        yields(body, carried.stream().map(Stmt.Carried::var).toList());
        yields(body, results);
    }

    private void yields(Block body, List<Var> targets) {
        if (!body.isEmpty() && body.statements().getLast() instanceof Stmt.Yield last) {
            for (int i = 0; i < Math.min(targets.size(), last.values().size()); i++) {
                bind(targets.get(i), of(last.values().get(i)));
            }
        }
    }

    private void bindParameters(Expr e) {
        if (e instanceof Expr.FnCall call) {
            program.find(call.callee())
                    .ifPresent(callee -> {
                        int n = Math.min(call.args().size(), callee.params().size());
                        for (int i = 0; i < n; i++) {
                            bind(callee.params().get(i).var(), of(call.args().get(i)));
                        }
                    });
        }
    }

    private void bind(Var target, Set<String> names) {
        if (isWindow(target) && !names.isEmpty()) {
            changed |= origins.computeIfAbsent(target, v -> new TreeSet<>()).addAll(names);
        }
    }
}
