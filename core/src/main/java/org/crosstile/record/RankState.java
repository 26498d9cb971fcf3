package org.crosstile.record;

import java.util.List;
import java.util.Optional;

/**
 * Where a rank stands.
 *
 * @param task what it is executing; absent if it has nothing to do
 * @param blocked the wait that it cannot get past; absent if it runs or has nothing to do
 * @param queued launches that come after {@code task}
 * @param finished how many launches it has finished
 * @param events its most recent events, oldest first
 * @param tasks the tasks of {@code task} that have not completed
 * @param complete whether {@code events} is all that it ever did
 */
public record RankState(
        int device,
        Optional<TaskRecord> task,
        Optional<BlockedWait> blocked,
        List<TaskRecord> queued,
        int finished,
        List<Event> events,
        boolean complete,
        List<TaskState> tasks) {
    public RankState {
        tasks = List.copyOf(tasks);
        queued = List.copyOf(queued);
        events = List.copyOf(events);
    }

    /** A rank whose launch has no tasks of its own. */
    public RankState(
            int device,
            Optional<TaskRecord> task,
            Optional<BlockedWait> blocked,
            List<TaskRecord> queued,
            int finished,
            List<Event> events,
            boolean complete) {
        this(device, task, blocked, queued, finished, events, complete, List.of());
    }

    /** True if everything that was launched on the device has run to its end. */
    public boolean isFinished() {
        return task.isEmpty();
    }
}
