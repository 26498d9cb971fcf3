package org.crosstile.record;

import java.util.List;
import java.util.Map;

/**
 * A task that has not completed, at a standstill.
 *
 * @param number its TaskId
 * @param name the kernel that it runs
 * @param scalars integer arguments by parameter index
 * @param windows names of the window allocations that are passed, by parameter index
 * @param site where it was submitted
 * @param what what it does
 * @param waits the cells that it waits for, of its completion or in its body
 * @param needs the tasks that must complete before it may start, each with the reason
 * @param holders the tasks that hold the cores that it needs
 */
public record TaskState(
        int number,
        String name,
        Map<Integer, Long> scalars,
        Map<Integer, String> windows,
        int site,
        What what,
        List<BlockedWait> waits,
        List<Need> needs,
        List<Integer> holders) {
    /** What a task does at a standstill. */
    public enum What {
        /** Its body waits for a cell. */
        BLOCKED,
        /** Its body has ended; its completion waits for cells. */
        DEFERRED,
        /** It waits for other tasks. */
        WAITING,
        /** It waits for a core. */
        READY
    }

    /** A task that must complete before, and why. */
    public record Need(int number, String name, String reason) {}

    public TaskState {
        scalars = Map.copyOf(scalars);
        windows = Map.copyOf(windows);
        waits = List.copyOf(waits);
        needs = List.copyOf(needs);
        holders = List.copyOf(holders);
    }

    /** The task as if it had been launched by the host. */
    public TaskRecord record() {
        return new TaskRecord(name, scalars, windows, site);
    }

    /** As messages name it. */
    public String describe() {
        return "task " + number + " `" + name + "`";
    }
}
