package org.crosstile.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Domain;
import org.crosstile.model.Block;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Walk;
import org.crosstile.model.WindowFlow;
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
     * @param arms the arms of conditionals around it, outermost first
     */
    record Step(
            Expr.Call call,
            String function,
            List<Expr.FnCall> calls,
            List<Integer> loops,
            List<Arm> arms) {
        boolean isNotify() {
            return call.op() instanceof Capability.Notifies;
        }

        /** Whether both are in some loop together, so that either may come after the other. */
        boolean sharesLoopWith(Step other) {
            return !loops.isEmpty()
                    && !other.loops.isEmpty()
                    && loops.getFirst().equals(other.loops.getFirst());
        }

        /** Whether both are in different arms of one conditional. */
        boolean excludes(Step other) {
            for (Arm arm : arms) {
                for (Arm theirs : other.arms) {
                    if (arm.number == theirs.number && arm.then != theirs.then) {
                        return true;
                    }
                }
            }
            return false;
        }
    }

    /**
     * An arm of a conditional.
     *
     * @param number counts conditionals in the order of the text
     */
    private record Arm(
            int number, boolean then, Expr condition, String function, List<Expr.FnCall> calls) {}

    private static final int MAX_DEPTH = 32;

    private final Program program;
    private final ScalarValues values;
    private final Map<String, List<Step>> byFunction = new HashMap<>();

    SignalSteps(Program program, Map<String, Domain> domains) {
        this.program = program;
        this.values = new ScalarValues(program, WindowFlow.of(program), domains);
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
            boolean again = step.sharesLoopWith(wait);
            if (step.isNotify() && (again || (i > at && !step.excludes(wait)))) {
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
     * What a notify does as far as the program's text tells; empty if the rank never comes there.
     *
     * @param device who would notify
     * @param task the launch in which it would
     */
    Optional<Notice> notice(Step notify, int device, TaskRecord task) {
        for (Arm arm : notify.arms()) {
            OptionalLong taken =
                    values.of(
                            arm.condition(),
                            new ScalarValues.Frame(device, task, arm.function(), arm.calls()));
            if (taken.isPresent() && (taken.getAsLong() != 0) != arm.then()) {
                return Optional.empty();
            }
        }
        ScalarValues.Frame frame =
                new ScalarValues.Frame(device, task, notify.function(), notify.calls());
        Expr.Call call = notify.call();
        Capability.Notifies op = (Capability.Notifies) call.op();
        List<OptionalLong> index = new ArrayList<>();
        call.tuple(op.offsets()).forEach(offset -> index.add(values.of(offset, frame)));
        return Optional.of(
                new Notice(
                        device,
                        notify,
                        values.windows(call.get(op.target()), frame),
                        values.of(call.get(op.peer()), frame),
                        index,
                        call.code(op.op(), NotifyOp.class),
                        values.of(call.get(op.value()), frame)));
    }

    /** Walks a function and its callees. */
    private final class Collector {
        private final List<Step> steps = new ArrayList<>();
        private final Deque<Integer> loops = new ArrayDeque<>();
        private final Deque<Expr.FnCall> calls = new ArrayDeque<>();
        private final Deque<Arm> arms = new ArrayDeque<>();
        private int loopCount;
        private int armCount;

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
                if (s instanceof Stmt.If branch) {
                    arms(branch, function);
                } else {
                    Walk.blocks(s).forEach(inner -> block(inner, function));
                }
                if (loop) {
                    loops.removeLast();
                }
            }
        }

        private void arms(Stmt.If branch, String function) {
            int number = armCount++;
            List<Expr.FnCall> here = List.copyOf(calls);
            for (boolean then : new boolean[] {true, false}) {
                arms.addLast(new Arm(number, then, branch.condition(), function, here));
                block(then ? branch.then() : branch.otherwise(), function);
                arms.removeLast();
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
                steps.add(
                        new Step(
                                call,
                                function,
                                List.copyOf(calls),
                                List.copyOf(loops),
                                List.copyOf(arms)));
            }
        }
    }
}
