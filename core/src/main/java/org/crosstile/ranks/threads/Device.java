package org.crosstile.ranks.threads;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.ranks.Code;
import org.crosstile.record.EventRing;
import org.crosstile.record.RankState;
import org.crosstile.record.TaskRecord;
import org.jspecify.annotations.Nullable;

/**
 * A device: its queue, its thread, and what it is doing. All fields but {@link #pending} and {@link
 * #events} are guarded by the lock of {@link Progress}.
 */
final class Device {
    final int number;
    final Thread thread;
    final EventRing events = new EventRing();
    final ArrayDeque<Task> queue = new ArrayDeque<>();

    /** The wait that the device is blocked in. Written under the lock, read by notifiers without. */
    volatile @Nullable PendingWait pending;

    /** Whether the thread has been started. */
    boolean started;

    /** True while the device has nothing to do. */
    volatile boolean idle = true;

    @Nullable Task current;
    int finished;

    Device(int number, java.util.function.Consumer<Device> body) {
        this.number = number;
        this.thread = new Thread(() -> body.accept(this), "rank " + number);
        this.thread.setDaemon(true);
    }

    /** What the device is doing, as reports speak of it. */
    RankState state(Code code) {
        PendingWait wait = pending;
        List<TaskRecord> waiting = new ArrayList<>();
        for (Task task : queue) {
            waiting.add(record(task, code));
        }
        return new RankState(
                number,
                task(code),
                wait == null ? Optional.empty() : Optional.of(wait.record(number)),
                waiting,
                finished,
                events.events(),
                events.isComplete());
    }

    /** What the device is executing. */
    Optional<TaskRecord> task(Code code) {
        Task task = current;
        return task == null ? Optional.empty() : Optional.of(record(task, code));
    }

    private static TaskRecord record(Task task, Code code) {
        Map<Integer, Long> scalars = new HashMap<>();
        Object[] args = task.args();
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof Integer || args[i] instanceof Long) {
                scalars.put(i, ((Number) args[i]).longValue());
            }
        }
        return new TaskRecord(code.name(task.function()), scalars, task.site());
    }
}
