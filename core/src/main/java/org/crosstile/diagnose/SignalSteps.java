package org.crosstile.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Domain;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.model.WindowFlow;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.SignalCell;
import org.crosstile.record.TaskRecord;

/**
 * The notifies and waits of a chip function in the order of the text, with those of the functions
 * that it calls in their places.
 */
final class SignalSteps {
    /**
     * A notify or a wait.
     *
     * @param calls how the launched function comes to call {@code function}, outermost first
     * @param loops the loops around it, outermost first, numbered in the order of the text
     */
    record Step(Expr.Call call, String function, List<Expr.FnCall> calls, List<Integer> loops) {
        boolean isNotify() {
            return call.op() instanceof Capability.Notifies;
        }

        /** Whether both are in some loop together, so that either may come after the other. */
        boolean sharesLoopWith(Step other) {
            return !loops.isEmpty()
                    && !other.loops.isEmpty()
                    && loops.getFirst().equals(other.loops.getFirst());
        }
    }

    private static final int MAX_DEPTH = 32;

    private final Program program;
    private final WindowFlow flow;
    private final ScalarValues values;
    private final Map<String, List<Step>> byFunction = new HashMap<>();

    SignalSteps(Program program, Map<String, Domain> domains) {
        this.program = program;
        this.flow = WindowFlow.of(program);
        this.values = new ScalarValues(program, flow, domains);
    }

    /** The steps of a launched function. */
    List<Step> of(String function) {
        return byFunction.computeIfAbsent(function, f -> new Collector().collect(f));
    }

    /**
     * The notifies that may still come when the function stands in the wait at {@code site}. A
     * place that occurs several times counts as its first occurrence: rather one notify too many
     * than one too few.
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
        return !step.isNotify()
                && step.function().equals(site.function())
                && step.call().span().equals(site.span());
    }

    /**
     * Whether a notify may satisfy a wait, as far as the program's text tells.
     *
     * @param device who would notify
     * @param task the launch in which it would
     */
    boolean mayHelp(Step notify, int device, TaskRecord task, BlockedWait wait) {
        SignalCell cell = wait.cell();
        ScalarValues.Frame frame =
                new ScalarValues.Frame(device, task, notify.function(), notify.calls());
        Capability.Notifies op = (Capability.Notifies) notify.call().op();
        Set<String> windows = flow.of(notify.call().get(op.target()));
        if (!windows.isEmpty() && !windows.contains(cell.window())) {
            return false;
        }
        if (!mayEqual(notify.call().get(op.peer()), frame, cell.rank())) {
            return false;
        }
        List<Expr> offsets = notify.call().tuple(op.offsets());
        for (int i = 0; i < Math.min(offsets.size(), cell.index().size()); i++) {
            if (!mayEqual(offsets.get(i), frame, cell.index().get(i))) {
                return false;
            }
        }
        OptionalLong value = values.of(notify.call().get(op.value()), frame);
        return value.isEmpty()
                || helps(notify.call().code(op.op(), NotifyOp.class), value.getAsLong(), wait);
    }

    private static boolean helps(NotifyOp op, long value, BlockedWait wait) {
        return switch (wait.cmp()) {
            case Ge -> op == NotifyOp.Set ? value >= wait.expected() : value > 0;
            case Eq -> op == NotifyOp.Set ? value == wait.expected() : value != 0;
        };
    }

    private boolean mayEqual(Expr e, ScalarValues.Frame frame, long value) {
        OptionalLong known = values.of(e, frame);
        return known.isEmpty() || known.getAsLong() == value;
    }

    /** Walks a function and its callees. */
    private final class Collector {
        private final List<Step> steps = new ArrayList<>();
        private final Deque<Integer> loops = new ArrayDeque<>();
        private final Deque<Expr.FnCall> calls = new ArrayDeque<>();
        private int loopCount;

        List<Step> collect(String function) {
            enter(function);
            return steps;
        }

        private void enter(String function) {
            program.find(function).ifPresent(f -> block(f.body(), function));
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
                if (calls.size() < MAX_DEPTH) {
                    calls.addLast(call);
                    enter(call.callee());
                    calls.removeLast();
                }
            } else if (e instanceof Expr.Call call
                    && (call.op() instanceof Capability.Notifies
                            || call.op() instanceof Capability.Awaits)) {
                steps.add(new Step(call, function, List.copyOf(calls), List.copyOf(loops)));
            }
        }
    }
}
