package org.crosstile.ranks.tasks;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Fault;
import org.crosstile.memory.TaskFlags;
import org.crosstile.memory.View;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.RankRules;
import org.crosstile.ranks.tasks.KernelTask.State;
import org.crosstile.record.TaskState;

/**
 * The tasks of one orchestration on one device: which may start, which run, which have completed.
 * One thread at a time may use it: a world sees to that. It decides nothing about time.
 *
 * <p>A task completes when all its cores have ended and all its conditions hold; only then may
 * tasks start that depend on it. A condition that has held once counts as held.
 */
public final class TaskGraph {
    private final int device;
    private final Code code;
    private final TaskSettings settings;
    private final Accesses accesses;
    private final List<KernelTask> all = new ArrayList<>();
    private final ReadyTasks ready = new ReadyTasks();
    private final List<KernelTask> deferred = new ArrayList<>();
    private int open;
    private int freeVector;
    private int freeCube;

    public TaskGraph(int device, Code code, TaskSettings settings) {
        this.device = device;
        this.code = code;
        this.settings = settings;
        this.accesses = new Accesses(code, settings.log().keepsGraphs());
        this.freeVector = settings.vectorCores();
        this.freeCube = settings.cubeCores();
    }

    /**
     * Adds a task; the parameters are those of {@code Rank.submit}.
     *
     * @throws org.crosstile.memory.Fault if a device cannot run it
     */
    public KernelTask submit(
            int function,
            Object[] args,
            String access,
            long[] deps,
            int cores,
            int flags,
            int site) {
        KernelTask task =
                new KernelTask(
                        all.size(),
                        function,
                        code.name(function),
                        code.coreKind(function),
                        args,
                        cores,
                        flags,
                        site);
        admit(task);
        for (long dep : deps) {
            if (dep >= 0) {
                KernelTask before = all.get(Math.toIntExact(dep));
                task.edges.add(TaskEdge.explicit(before.number));
                task.before.putIfAbsent(before.number, before);
            }
        }
        accesses.add(task, access, !task.has(TaskFlags.MANUAL));
        all.add(task);
        open++;
        for (KernelTask before : task.before.values()) {
            if (before.state != State.COMPLETE) {
                task.missing.put(before.number, before);
                before.after.add(task);
            }
        }
        if (task.missing.isEmpty()) {
            becomesReady(task);
        }
        return task;
    }

    /** Whether the device can ever run a task. */
    private void admit(KernelTask task) {
        long together = task.has(TaskFlags.TOGETHER) ? task.cores : 1;
        boolean fits =
                task.cores >= 1
                        && together * task.kind.vectorCores() <= settings.vectorCores()
                        && together * task.kind.cubeCores() <= settings.cubeCores();
        if (!fits) {
            throw RankRules.broken(
                    TaskRules.CORES,
                    "`"
                            + task.name
                            + "` needs "
                            + task.cores
                            + " "
                            + task.kind.words()
                            + "s, and the device has "
                            + settings.vectorCores()
                            + " vector cores and "
                            + settings.cubeCores()
                            + " cube cores",
                    "let fewer cores run it");
        }
    }

    private void becomesReady(KernelTask task) {
        Deque<KernelTask> next = new ArrayDeque<>(List.of(task));
        while (!next.isEmpty()) {
            KernelTask now = next.pop();
            if (now.isSkipped()) {
                next.addAll(completes(now));
            } else {
                now.state = State.READY;
                ready.add(now);
            }
        }
    }

    /** The tasks that nothing holds back any more. */
    private List<KernelTask> completes(KernelTask task) {
        task.state = State.COMPLETE;
        open--;
        if (!settings.log().keepsGraphs()) {
            task.forgetArguments();
        }
        List<KernelTask> released = new ArrayList<>();
        for (KernelTask after : task.after) {
            after.missing.remove(task.number);
            if (after.missing.isEmpty()) {
                released.add(after);
            }
        }
        task.after.clear();
        task.released = List.copyOf(released);
        return released;
    }

    /** How many parts of tasks wait for nothing but a core. */
    public int readyParts() {
        return ready.parts();
    }

    /** Whether a part could start now. */
    public boolean canStart() {
        return ready.heads().stream().anyMatch(this::fits);
    }

    private boolean fits(KernelTask task) {
        int together = task.has(TaskFlags.TOGETHER) && task.started == 0 ? task.cores : 1;
        return together * task.kind.vectorCores() <= freeVector
                && together * task.kind.cubeCores() <= freeCube;
    }

    /** The oldest part that can start; it occupies its cores from now on. */
    public Optional<TaskPart> take() {
        return ready.heads().stream()
                .filter(this::fits)
                .min(Comparator.comparingInt(KernelTask::number))
                .map(this::starts);
    }

    /** A part of a task that could not start before {@code ended} had completed, if one can now. */
    public Optional<TaskPart> takeAfter(KernelTask ended) {
        for (KernelTask task : ended.released) {
            if (ready.contains(task) && fits(task)) {
                return Optional.of(starts(task));
            }
        }
        return Optional.empty();
    }

    private TaskPart starts(KernelTask task) {
        TaskPart part = new TaskPart(task, task.started);
        ready.starts(task);
        task.state = State.RUNNING;
        occupy(task, 1);
        return part;
    }

    private void occupy(KernelTask task, int sign) {
        freeVector -= sign * task.kind.vectorCores();
        freeCube -= sign * task.kind.cubeCores();
    }

    /** A part waits for a cell: others may use its cores, unless it holds them. */
    public void blocks(TaskPart part, PendingWait wait) {
        part.task().blocked.add(wait);
        if (!settings.holdsCores()) {
            occupy(part.task(), -1);
        }
    }

    /** A part goes on after a wait. */
    public void resumes(TaskPart part, PendingWait wait) {
        part.task().blocked.remove(wait);
        if (!settings.holdsCores()) {
            occupy(part.task(), 1);
        }
    }

    /**
     * A body registers a condition.
     *
     * @throws org.crosstile.memory.Fault if it is impossible, or one too many
     */
    public void register(KernelTask task, DeferredWait condition) {
        if (condition.expected() < 0) {
            throw RankRules.broken(
                    TaskRules.THRESHOLD, "this is " + condition.expected(), "count from 0 upwards");
        }
        if (task.conditions.size() == TaskRules.MAX_CONDITIONS) {
            throw RankRules.broken(
                    TaskRules.CONDITIONS,
                    "this is the 65th condition of " + task,
                    "wait in several tasks, and let the consumer depend on all of them");
        }
        task.conditions.add(condition);
    }

    /**
     * A part has ended.
     *
     * @throws org.crosstile.memory.Fault if too many tasks wait for their conditions
     */
    public void ends(TaskPart part) {
        KernelTask task = part.task();
        occupy(task, -1);
        task.ended++;
        if (task.ended < task.cores) {
            return;
        }
        task.open.addAll(task.conditions);
        if (hold(task)) {
            completes(task).forEach(this::becomesReady);
            return;
        }
        if (deferred.size() == TaskRules.MAX_DEFERRED) {
            throw new Fault(
                    TaskRules.DEFERRED.id(),
                    TaskRules.DEFERRED.headline(),
                    "async wait overflow (102): " + task + " is the 65th",
                    "let later waiters depend on earlier ones",
                    task.site);
        }
        task.state = State.DEFERRED;
        deferred.add(task);
    }

    /** Whether all conditions of a task have held. */
    private boolean hold(KernelTask task) {
        task.open.removeIf(condition -> {
            int value = condition.value();
            boolean holds = condition.holdsFor(value);
            if (holds && value < 0) {
                String cell = condition.record(device).cell().name();
                settings.log()
                        .add(
                                new TaskLog.Wrapped(
                                        device,
                                        condition.site(),
                                        cell,
                                        value,
                                        condition.expected()));
            }
            return holds;
        });
        return task.open.isEmpty();
    }

    /** How many tasks wait for their conditions. */
    public int deferred() {
        return deferred.size();
    }

    /** Looks at all open conditions; whether a task has completed by that. */
    public boolean poll() {
        List<KernelTask> done = new ArrayList<>();
        deferred.removeIf(task -> {
            boolean holds = hold(task);
            if (holds) {
                done.add(task);
            }
            return holds;
        });
        done.forEach(task -> completes(task).forEach(this::becomesReady));
        return !done.isEmpty();
    }

    /** Whether every task has completed. */
    public boolean isComplete() {
        return open == 0;
    }

    /** The tasks that touch bytes of a view and have not completed. */
    public List<KernelTask> touching(View view, boolean writes) {
        return accesses.touching(view, writes);
    }

    /** All tasks by number. */
    public List<KernelTask> tasks() {
        return all;
    }

    /** What the unfinished tasks are waiting for, as reports speak of it. */
    public List<TaskState> states() {
        return TaskStates.of(device, all, settings);
    }

    /** Tells the log what the graph was. */
    public void tell(int function, int site) {
        if (!settings.log().keepsGraphs()) {
            return;
        }
        List<TaskLog.Entry> entries = new ArrayList<>();
        for (KernelTask task : all) {
            List<String> conditions = new ArrayList<>();
            for (DeferredWait condition : task.conditions) {
                conditions.add(
                        condition.record(device).cell().name() + " >= " + condition.expected());
            }
            entries.add(
                    new TaskLog.Entry(
                            task.number,
                            task.name,
                            task.kind,
                            task.cores,
                            task.site,
                            task.edges(),
                            conditions));
        }
        settings.log().add(new TaskLog.Graph(device, code.name(function), site, entries));
    }
}
