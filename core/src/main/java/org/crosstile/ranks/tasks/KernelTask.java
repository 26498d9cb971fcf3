package org.crosstile.ranks.tasks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Rank;
import org.crosstile.memory.TaskFlags;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.PendingWait;

/** A kernel that a chip orchestration has submitted. Changed by its {@link TaskGraph} only. */
public final class KernelTask {
    /** How far a task is. */
    public enum State {
        /** Some task before it has not completed. */
        WAITING,
        /** It may start as soon as a core is free. */
        READY,
        /** Some core runs it. */
        RUNNING,
        /** Its body has ended, its conditions do not hold yet. */
        DEFERRED,
        /** Tasks that depend on it may start. */
        COMPLETE
    }

    final int number;
    final int function;
    final String name;
    final CoreKind kind;
    final int cores;
    final int flags;
    final int site;
    final List<TaskEdge> edges = new ArrayList<>();

    /** The tasks before this one that have not completed, by number. */
    final Map<Integer, KernelTask> missing = new LinkedHashMap<>();

    /** The tasks before this one, by number. */
    final Map<Integer, KernelTask> before = new LinkedHashMap<>();

    final List<KernelTask> after = new ArrayList<>();

    /** Those for which it was the last to be waited for. */
    List<KernelTask> released = List.of();

    /** All conditions that its body has registered. */
    final List<DeferredWait> conditions = new ArrayList<>();

    /** Those that did not hold when they were looked at last. */
    final List<DeferredWait> open = new ArrayList<>();

    /** The cells that parts of it wait for. */
    final List<PendingWait> blocked = new ArrayList<>();

    private Object[] args;
    State state = State.WAITING;
    int started;
    int ended;

    KernelTask(
            int number,
            int function,
            String name,
            CoreKind kind,
            Object[] args,
            int cores,
            int flags,
            int site) {
        this.number = number;
        this.function = function;
        this.name = name;
        this.kind = kind;
        this.args = args;
        this.cores = cores;
        this.flags = flags;
        this.site = site;
    }

    /** Its TaskId: counts from 0 in its orchestration. */
    public int number() {
        return number;
    }

    /** The kernel's number in the compiled program. */
    public int function() {
        return function;
    }

    /** The kernel's name. */
    public String name() {
        return name;
    }

    public CoreKind kind() {
        return kind;
    }

    public Object[] args() {
        return args;
    }

    /** How many cores run it. */
    public int cores() {
        return cores;
    }

    /** Where it was submitted. */
    public int site() {
        return site;
    }

    public State state() {
        return state;
    }

    /** Why it comes after others. */
    public List<TaskEdge> edges() {
        return List.copyOf(edges);
    }

    /** The tasks that it comes after, directly. */
    public List<KernelTask> before() {
        return List.copyOf(before.values());
    }

    /** Whether it comes after another task, directly. */
    public boolean isAfter(KernelTask other) {
        return before.containsKey(other.number);
    }

    /** The conditions of its completion. */
    public List<DeferredWait> conditions() {
        return List.copyOf(conditions);
    }

    /**
     * Runs the kernel on a rank.
     *
     * @throws Throwable whatever it throws; a fault knows where the task was submitted
     */
    public void invoke(Code code, Rank rank) throws Throwable {
        try {
            code.invoke(function, rank, args);
        } catch (Fault fault) {
            fault.submittedAt(site);
            throw fault;
        }
    }

    boolean has(int flag) {
        return (flags & flag) != 0;
    }

    boolean isSkipped() {
        return has(TaskFlags.SKIPPED);
    }

    void forgetArguments() {
        args = new Object[0];
    }

    @Override
    public String toString() {
        return "task " + number + " `" + name + "`";
    }
}
