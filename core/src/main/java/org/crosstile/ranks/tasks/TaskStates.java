package org.crosstile.ranks.tasks;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.ranks.Task;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.TaskState;
import org.crosstile.record.TaskState.What;

/** Unfinished tasks as reports speak of them. */
final class TaskStates {
    private TaskStates() {}

    static List<TaskState> of(int device, List<KernelTask> all, TaskSettings settings) {
        List<Integer> holders = new ArrayList<>();
        for (KernelTask task : all) {
            if (task.state == KernelTask.State.RUNNING && settings.holdsCores()) {
                holders.add(task.number);
            }
        }
        List<TaskState> states = new ArrayList<>();
        for (KernelTask task : all) {
            if (task.state != KernelTask.State.COMPLETE) {
                states.add(state(device, task, holders));
            }
        }
        return states;
    }

    private static TaskState state(int device, KernelTask task, List<Integer> holders) {
        List<BlockedWait> waits = new ArrayList<>();
        task.open.forEach(condition -> waits.add(condition.record(device)));
        task.blocked.forEach(wait -> waits.add(wait.record(device)));
        List<TaskState.Need> needs = new ArrayList<>();
        for (KernelTask before : task.missing.values()) {
            String reason =
                    task.edges.stream()
                            .filter(e -> e.from() == before.number)
                            .findFirst()
                            .map(TaskEdge::describe)
                            .orElse("");
            needs.add(new TaskState.Need(before.number, before.name, reason));
        }
        What what =
                switch (task.state) {
                    case WAITING, COMPLETE -> What.WAITING;
                    case READY -> What.READY;
                    case RUNNING -> What.BLOCKED;
                    case DEFERRED -> What.DEFERRED;
                };
        return new TaskState(
                task.number,
                task.name,
                Task.scalars(task.args()),
                Task.windows(task.args()),
                task.site,
                what,
                waits,
                needs,
                what == What.READY ? holders : List.of());
    }
}
