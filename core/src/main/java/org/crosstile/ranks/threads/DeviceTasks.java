package org.crosstile.ranks.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.crosstile.memory.View;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.Task;
import org.crosstile.ranks.Unwind;
import org.crosstile.ranks.tasks.DeferredWait;
import org.crosstile.ranks.tasks.KernelTask;
import org.crosstile.ranks.tasks.TaskGraph;
import org.crosstile.ranks.tasks.TaskPart;
import org.crosstile.record.TaskState;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of one launch on one device, and the threads that run them. All state is guarded by the
 * lock of {@link Progress}.
 *
 * <p>The orchestration's own thread runs tasks, too, when it has nothing else to do: a chain of
 * tasks never leaves it. One task that could start is left to it while it still submits.
 */
final class DeviceTasks {
    /** Runs a part of a task on a core; false if the run is over. */
    interface Runner {
        boolean run(Core core, TaskPart part);
    }

    private final Device device;
    private final TaskGraph graph;
    private final Progress progress;
    private final Runner runner;
    private final List<Core> idle = new ArrayList<>();

    /** Whether the orchestration runs its own code. */
    private boolean submitting = true;

    /** What the orchestration sleeps for; absent while it is active. */
    private volatile @Nullable BooleanSupplier goal;

    /** How many tasks wait for cells; notifiers read it without the lock. */
    private volatile int deferred;

    DeviceTasks(Device device, TaskGraph graph, Progress progress, Runner runner) {
        this.device = device;
        this.graph = graph;
        this.progress = progress;
        this.runner = runner;
    }

    /** Called by the orchestration. */
    long submit(
            int function,
            Object[] args,
            String access,
            long[] deps,
            int cores,
            int flags,
            int site) {
        synchronized (progress.lock()) {
            progress.check();
            KernelTask task = graph.submit(function, args, access, deps, cores, flags, site);
            changed();
            return task.number();
        }
    }

    /** The orchestration waits for the tasks that touch the same bytes. */
    void settle(View view, boolean writes) {
        synchronized (progress.lock()) {
            if (graph.touching(view, writes).isEmpty()) {
                return;
            }
        }
        await(() -> graph.touching(view, writes).isEmpty());
    }

    /** The orchestration waits for all tasks. */
    void finish() {
        await(graph::isComplete);
    }

    private void await(BooleanSupplier wanted) {
        Optional<TaskPart> part = Optional.empty();
        while (true) {
            if (part.isEmpty()) {
                synchronized (progress.lock()) {
                    progress.check();
                    if (wanted.getAsBoolean()) {
                        submitting = true;
                        return;
                    }
                    submitting = false;
                    part = graph.take();
                    changed();
                    if (part.isEmpty()) {
                        goal = wanted;
                        progress.leave();
                    }
                }
            }
            if (part.isPresent()) {
                part = run(device.first, part.get(), () -> !wanted.getAsBoolean());
            } else {
                while (goal != null) {
                    progress.checkAsleep();
                    LockSupport.park(this);
                }
            }
            progress.check();
        }
    }

    /**
     * Runs a part, and takes another one.
     *
     * @param more whether the core wants another one
     */
    private Optional<TaskPart> run(Core core, TaskPart part, BooleanSupplier more) {
        core.part = part;
        boolean goesOn = runner.run(core, part);
        core.part = null;
        if (!goesOn) {
            throw Unwind.NOW;
        }
        synchronized (progress.lock()) {
            progress.check();
            // published before the cells are read, as a notifier reads it after changing them
            deferred = graph.deferred() + 1;
            graph.ends(part);
            boolean takes = graph.readyParts() > (submitting ? 1 : 0) && more.getAsBoolean();
            Optional<TaskPart> next = takes ? graph.take() : Optional.empty();
            changed();
            return next;
        }
    }

    /** Starts what can start, and wakes the orchestration if it has what it waits for. */
    void changed() {
        deferred = graph.deferred();
        BooleanSupplier wanted = goal;
        if (wanted != null && wanted.getAsBoolean()) {
            goal = null;
            progress.join(device.first);
        }
        int left = submitting ? 1 : 0;
        while (graph.readyParts() > left && graph.canStart()) {
            graph.take().ifPresent(this::start);
        }
    }

    private void start(TaskPart part) {
        Core core = idle.isEmpty() ? device.another() : idle.removeLast();
        core.tasks = this;
        Thread thread =
                new Thread(() -> work(core, part), "rank " + device.number + " core " + core.index);
        thread.setDaemon(true);
        core.thread = thread;
        progress.begins();
        thread.start();
    }

    /** What a core does: one part after the other, as long as there are any. */
    private void work(Core core, TaskPart first) {
        try {
            Optional<TaskPart> part = Optional.of(first);
            while (part.isPresent()) {
                part = run(core, part.get(), () -> true);
                if (part.isEmpty()) {
                    synchronized (progress.lock()) {
                        part = graph.readyParts() > (submitting ? 1 : 0) ? graph.take() : part;
                        if (part.isEmpty()) {
                            idle.add(core);
                            progress.leave();
                        }
                    }
                }
            }
        } catch (Unwind over) {
            return;
        } catch (RuntimeException | Error cause) {
            progress.fail(device, cause);
        }
    }

    /** A body registers a condition. */
    void defer(TaskPart part, DeferredWait condition) {
        synchronized (progress.lock()) {
            progress.check();
            graph.register(part.task(), condition);
        }
    }

    /** A core waits for a cell. */
    void blocks(TaskPart part, PendingWait wait) {
        graph.blocks(part, wait);
        changed();
    }

    /** A core goes on. */
    void resumes(TaskPart part, PendingWait wait) {
        graph.resumes(part, wait);
    }

    /** Whether a cell of the device may complete a task. */
    boolean awaitsCells() {
        return deferred > 0;
    }

    /** Looks at the cells that tasks wait for; whether somebody can go on by that. */
    boolean poll() {
        boolean moved = graph.poll();
        if (moved) {
            changed();
        }
        return moved;
    }

    /** Whether the launch has submitted any; for the orchestration's own thread. */
    boolean areAny() {
        return !graph.tasks().isEmpty();
    }

    /** Tells the log what the graph was. */
    void tell(Task launch) {
        graph.tell(launch.function(), launch.site());
    }

    boolean isComplete() {
        return graph.isComplete();
    }

    List<TaskState> states() {
        return graph.states();
    }
}
