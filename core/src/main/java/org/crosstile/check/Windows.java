package org.crosstile.check;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Windows are viewed, and passed to somebody. */
final class Windows {
    /** Nobody gives the bytes a type. */
    static final Rule UNVIEWED =
            Rule.of("window-unviewed", "an allocation must be viewed with pld.window")
                    .explained(
                            "An allocation is bytes; a view gives them extents and an element type.",
                            "host_calls",
                            "spare = pld.alloc_window_buffer(256)",
                            "spare = pld.alloc_window_buffer(256)\nview = pld.window(spare, [1, 64], dtype=pl.FP32)\n"
                                    + "for r in pl.range(pld.world_size()):\n"
                                    + "    self.shift(x[r], y[r], view, 0, device=r)");

    /** Nobody uses the window. */
    static final Rule UNUSED =
            Rule.of("window-undispatched", "a window must be passed to a dispatch or a collective")
                    .explained(
                            "A window exists on the devices that it is dispatched to. One that is passed nowhere exists"
                                    + " nowhere.",
                            "host_calls",
                            "spare = pld.alloc_window_buffer(256)\nview = pld.window(spare, [1, 64], dtype=pl.FP32)",
                            "spare = pld.alloc_window_buffer(256)\nview = pld.window(spare, [1, 64], dtype=pl.FP32)\n"
                                    + "for r in pl.range(pld.world_size()):\n"
                                    + "    self.shift(x[r], y[r], view, 0, device=r)");

    static final List<Rule> RULES = List.of(UNVIEWED, UNUSED);

    private Windows() {}

    static void check(Function f, Problems problems) {
        Aliases aliases = new Aliases(f.body());
        Map<Var, Span> allocations = new LinkedHashMap<>();
        Set<Var> viewed = new HashSet<>();
        Walk.statements(
                f.body(),
                s -> {
                    if (s instanceof Stmt.Assign x && isAllocation(x.value())) {
                        allocations.put(x.target(), x.span());
                    }
                });
        Walk.calls(
                f.body(),
                c -> {
                    if (c.op() instanceof Capability.ViewsWindow views) {
                        viewed.addAll(aliases.of(c.get(views.buffer())));
                    }
                });
        Set<Var> used = new HashSet<>();
        collectUsed(f.body(), aliases, used);
        allocations.forEach((v, span) -> {
            if (!viewed.contains(v)) {
                Problem.error(UNVIEWED, span, "no view is made of `" + v.name() + "`")
                        .headline(
                                "the allocation `" + v.name() + "` must be viewed with pld.window")
                        .hint("view = pld.window(" + v.name() + ", shape, dtype=...), or remove it")
                        .to(problems);
            } else if (!used.contains(v)) {
                Problem.error(UNUSED, span, "the views of `" + v.name() + "` are passed nowhere")
                        .headline(
                                "the window `"
                                        + v.name()
                                        + "` must be passed to a dispatch or a collective")
                        .hint("pass a view of it to a chip function with device=, or remove it")
                        .to(problems);
            }
        });
    }

    private static boolean isAllocation(Expr e) {
        return e instanceof Expr.Call c && c.op() instanceof Capability.AllocatesWindow;
    }

    private static void collectUsed(Block block, Aliases aliases, Set<Var> used) {
        for (Stmt s : block.statements()) {
            if (s instanceof Stmt.Scope scope) {
                // what a scope does with a window is a task's work
                Walk.expressions(scope.body(), e -> addWindow(e, aliases, used));
            }
            Walk.own(s).forEach(own -> Walk.expressions(own, e -> passed(e, aliases, used)));
            Walk.blocks(s).forEach(inner -> collectUsed(inner, aliases, used));
        }
    }

    private static void passed(Expr e, Aliases aliases, Set<Var> used) {
        boolean passes =
                e instanceof Expr.FnCall
                        || (e instanceof Expr.Call c && c.op() instanceof Capability.Collective);
        if (passes) {
            Walk.children(e).forEach(arg -> addWindow(arg, aliases, used));
        }
    }

    private static void addWindow(Expr e, Aliases aliases, Set<Var> used) {
        if (e.type() instanceof Type.Window) {
            used.addAll(aliases.of(e));
        }
    }
}
