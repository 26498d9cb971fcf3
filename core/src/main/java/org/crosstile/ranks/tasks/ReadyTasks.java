package org.crosstile.ranks.tasks;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;

/** Tasks that wait for nothing but cores: of each kind of core, first come, first served. */
final class ReadyTasks {
    private final Map<CoreKind, SequencedSet<KernelTask>> queues = new EnumMap<>(CoreKind.class);
    private int parts;

    void add(KernelTask task) {
        queues.computeIfAbsent(task.kind(), k -> new LinkedHashSet<>()).add(task);
        parts += task.cores();
    }

    /** How many parts have not started. */
    int parts() {
        return parts;
    }

    /** The first task of each kind. */
    List<KernelTask> heads() {
        List<KernelTask> heads = new ArrayList<>();
        for (SequencedSet<KernelTask> queue : queues.values()) {
            if (!queue.isEmpty()) {
                heads.add(queue.getFirst());
            }
        }
        return heads;
    }

    boolean contains(KernelTask task) {
        SequencedSet<KernelTask> queue = queues.get(task.kind());
        return queue != null && queue.contains(task);
    }

    /** One more part of a task starts. */
    void starts(KernelTask task) {
        task.started++;
        parts--;
        SequencedSet<KernelTask> queue = queues.get(task.kind());
        if (queue != null && task.started == task.cores()) {
            queue.remove(task);
        }
    }
}
