package org.crosstile.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.record.SignalCell;

/**
 * The notifies and waits of a chip function in the order of the text, with those of the functions that it
 * calls in their places.
 */
final class SignalSteps {
    /**
     * A notify or a wait.
     *
     * @param loops the loops around it, outermost first, numbered in the order of the text
     */
    record Step(Expr.Call call, String function, List<Integer> loops) {
        boolean isNotify() {
            return call.op() instanceof Capability.Notifies;
        }

        /** Whether both are in some loop together, so that either may come after the other. */
        boolean sharesLoopWith(Step other) {
            return !loops.isEmpty() && !other.loops.isEmpty() && loops.getFirst().equals(other.loops.getFirst());
        }
    }

    private static final int MAX_DEPTH = 32;

    private final Program program;
    private final WindowFlow flow;
    private final Map<String, List<Step>> byFunction = new HashMap<>();

    SignalSteps(Program program) {
        this.program = program;
        this.flow = WindowFlow.of(program);
    }

    /** The steps of a launched function. */
    List<Step> of(String function) {
        return byFunction.computeIfAbsent(function, f -> new Collector().collect(f));
    }

    /**
     * The notifies that may still come when the function stands in the wait at {@code site}. A place that
     * occurs several times counts as its first occurrence: rather one notify too many than one too few.
     */
    List<Step> after(String function, Site site) {
        List<Step> steps = of(function);
        int at = 0;
        while (at < steps.size() && !isAt(steps.get(at), site)) {
            at++;
        }
        if (at == steps.size()) {
            return steps.stream().filter(Step::isNotify).toList();
        }
        Step wait = steps.get(at);
        List<Step> after = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            if (step.isNotify() && (i > at || step.sharesLoopWith(wait))) {
                after.add(step);
            }
        }
        return after;
    }

    private static boolean isAt(Step step, Site site) {
        return !step.isNotify() && step.function().equals(site.function()) && step.call().span().equals(site.span());
    }

    /** Whether a notify may change a cell, as far as the program's text tells. */
    boolean mayReach(Step notify, SignalCell cell) {
        Capability.Notifies op = (Capability.Notifies) notify.call().op();
        Set<String> windows = flow.of(notify.call().get(op.target()));
        if (!windows.isEmpty() && !windows.contains(cell.window())) {
            return false;
        }
        if (!mayEqual(notify.call().get(op.peer()), cell.rank())) {
            return false;
        }
        List<Expr> offsets = notify.call().tuple(op.offsets());
        for (int i = 0; i < Math.min(offsets.size(), cell.index().size()); i++) {
            if (!mayEqual(offsets.get(i), cell.index().get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean mayEqual(Expr e, long value) {
        return Exprs.constant(e).isEmpty() || Exprs.isConstant(e, value);
    }

    /** Walks a function and its callees. */
    private final class Collector {
        private final List<Step> steps = new ArrayList<>();
        private final Deque<Integer> loops = new ArrayDeque<>();
        private int loopCount;
        private int depth;

        List<Step> collect(String function) {
            enter(function);
            return steps;
        }

        private void enter(String function) {
            if (depth++ < MAX_DEPTH) {
                program.find(function).ifPresent(f -> block(f.body(), function));
            }
            depth--;
        }

        private void block(Block block, String function) {
            for (Stmt s : block.statements()) {
                Walk.own(s).forEach(e -> Walk.expressions(e, part -> expression(part, function)));
                boolean loop = s instanceof Stmt.For || s instanceof Stmt.While;
                if (loop) {
                    loops.addLast(loopCount++);
                }
                Walk.blocks(s).forEach(inner -> block(inner, function));
                if (loop) {
                    loops.removeLast();
                }
            }
        }

        private void expression(Expr e, String function) {
            if (e instanceof Expr.FnCall call) {
                enter(call.callee());
            } else if (e instanceof Expr.Call call
                    && (call.op() instanceof Capability.Notifies || call.op() instanceof Capability.Awaits)) {
                steps.add(new Step(call, function, List.copyOf(loops)));
            }
        }
    }
}
