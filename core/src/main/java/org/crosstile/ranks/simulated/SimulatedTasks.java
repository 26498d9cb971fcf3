package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.crosstile.memory.View;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.Task;
import org.crosstile.ranks.tasks.DeferredWait;
import org.crosstile.ranks.tasks.KernelTask;
import org.crosstile.ranks.tasks.TaskGraph;
import org.crosstile.ranks.tasks.TaskPart;
import org.crosstile.record.TaskState;
import org.crosstile.record.Trace;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one launch on one device. Touched only by the agent whose turn it is.
 *
 * <p>An agent does one thing after the other, and a trace takes that for order. So an agent runs a
 * task only if the one before it comes before it anyway; independent tasks have agents of their
 * own. The orchestration's agent runs the first one that is left to it, and those that follow from
 * it.
 */
final class SimulatedTasks {
    /** Beyond this an agent runs tasks that need not come after each other. */
    private static final int MAX_LANES = 256;

    /** Runs agents. */
    interface Lanes {
        /** An agent that has not run any task of this launch; absent if all have. */
        Agent another();

        /** Gives an agent something to do, and lets it move. */
        void start(Agent agent, Body body);

        /** Runs a part of a task. */
        void run(Agent agent, TaskPart part, SimulatedTasks tasks) throws Throwable;
    }

    /** What an agent does; may throw anything. */
    interface Body {
        void run() throws Throwable;
    }

    private final TaskGraph graph;
    private final Agent first;
    private final Turns turns;
    private final Log log;
    private final Lanes lanes;

    /** Agents without work, and the last task of each. */
    private final Map<Agent, KernelTask> idle = new HashMap<>();

    private final List<Long> submitted = new ArrayList<>();
    private final List<Long> done = new ArrayList<>();
    private int started;
    private boolean submitting = true;
    private @Nullable BooleanSupplier goal;
    private @Nullable KernelTask last;

    SimulatedTasks(TaskGraph graph, Agent first, Turns turns, Log log, Lanes lanes) {
        this.graph = graph;
        this.first = first;
        this.turns = turns;
        this.log = log;
        this.lanes = lanes;
    }

    long submit(
            int function,
            Object[] args,
            String access,
            long[] deps,
            int cores,
            int flags,
            int site) {
        KernelTask task = graph.submit(function, args, access, deps, cores, flags, site);
        submitted.add(log.token());
        done.add(log.token());
        log.did(Trace.Kind.SEND, first, site, submitted.getLast());
        changed();
        return task.number();
    }

    void settle(View view, boolean writes) {
        List<KernelTask> before = graph.touching(view, writes);
        if (!before.isEmpty()) {
            await(() -> graph.touching(view, writes).isEmpty());
            before.forEach(this::comesAfter);
        }
    }

    void finish() {
        await(graph::isComplete);
        graph.tasks().forEach(this::comesAfter);
    }

    private void comesAfter(KernelTask task) {
        follows(first, task, task.site());
    }

    /** What the agent does from now on comes after a task's completion. */
    private void follows(Agent agent, KernelTask task, int site) {
        log.did(Trace.Kind.RECEIVE, agent, site, done.get(task.number()));
        task.conditions().forEach(condition -> log.deferred(agent, condition));
    }

    private void await(BooleanSupplier wanted) {
        submitting = false;
        while (!wanted.getAsBoolean()) {
            Optional<TaskPart> part = last == null ? graph.take() : graph.takeAfter(last);
            changed();
            if (part.isPresent()) {
                last = part.get().task();
                run(first, part.get());
                graph.ends(part.get());
            } else {
                goal = wanted;
                turns.rest(first);
                goal = null;
            }
        }
        submitting = true;
    }

    private void run(Agent agent, TaskPart part) {
        KernelTask task = part.task();
        log.did(Trace.Kind.RECEIVE, agent, task.site(), submitted.get(task.number()));
        task.before().forEach(before -> follows(agent, before, task.site()));
        agent.part = part;
        agent.tasks = this;
        try {
            lanes.run(agent, part, this);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
        agent.part = null;
        log.did(Trace.Kind.SEND, agent, task.site(), done.get(task.number()));
    }

    /** Starts what can start, and lets the orchestration go on if it has what it waits for. */
    private void changed() {
        BooleanSupplier wanted = goal;
        if (wanted != null && wanted.getAsBoolean()) {
            turns.ready(first);
        }
        int left = submitting ? 1 : 0;
        while (graph.readyParts() > left && graph.canStart()) {
            graph.take().ifPresent(this::start);
        }
    }

    private void start(TaskPart part) {
        Agent agent = lane(part.task());
        lanes.start(agent, () -> work(agent, part));
    }

    private Agent lane(KernelTask task) {
        Optional<Agent> free =
                idle.entrySet().stream()
                        .filter(e -> started >= MAX_LANES || task.isAfter(e.getValue()))
                        .map(Map.Entry::getKey)
                        .min(Comparator.comparingInt(a -> a.number));
        if (free.isPresent()) {
            idle.remove(free.get());
            return free.get();
        }
        started++;
        return lanes.another();
    }

    /** What an agent does: one part, and then those that follow from it. */
    private void work(Agent agent, TaskPart begin) {
        Optional<TaskPart> part = Optional.of(begin);
        KernelTask current = begin.task();
        while (part.isPresent()) {
            run(agent, part.get());
            graph.ends(part.get());
            KernelTask ended = part.get().task();
            current = ended;
            part =
                    graph.readyParts() > (submitting ? 1 : 0)
                            ? graph.takeAfter(ended)
                            : Optional.empty();
            changed();
        }
        idle.put(agent, current);
    }

    void defer(TaskPart part, DeferredWait condition) {
        graph.register(part.task(), condition);
    }

    void blocks(TaskPart part, PendingWait wait) {
        graph.blocks(part, wait);
        changed();
    }

    void resumes(TaskPart part, PendingWait wait) {
        graph.resumes(part, wait);
    }

    /** Looks at the cells that tasks wait for; whether somebody can go on by that. */
    boolean poll() {
        boolean moved = graph.poll();
        if (moved) {
            changed();
        }
        return moved;
    }

    boolean areAny() {
        return !graph.tasks().isEmpty();
    }

    boolean isComplete() {
        return graph.isComplete();
    }

    void tell(Task launch) {
        graph.tell(launch.function(), launch.site());
    }

    List<TaskState> states() {
        return graph.states();
    }
}
