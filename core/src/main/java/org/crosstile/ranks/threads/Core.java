package org.crosstile.ranks.threads;

import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Ub;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.Unwind;
import org.crosstile.ranks.tasks.TaskPart;
import org.crosstile.record.EventRing;
import org.jspecify.annotations.Nullable;

/**
 * A core of a device: its memory, what it has done, and the wait that it is blocked in. The first
 * core is the device's own thread; the others run while a task of several cores does.
 */
final class Core {
    final Device device;

    /** Which of its device's cores this is. */
    final int index;

    final EventRing events;
    final Ub ub = new Ub();

    /** The wait that the core is blocked in. Written under the lock, read by notifiers without. */
    volatile @Nullable PendingWait pending;

    /** The part of a task that it runs, and whose; guarded by the lock of {@link Progress}. */
    @Nullable TaskPart part;

    @Nullable DeviceTasks tasks;

    /** What it waits for of the others in its group; guarded by the lock of {@link Progress}. */
    volatile @Nullable BooleanSupplier held;

    /** Whether nobody of its group will ever do what it waits for; guarded like {@link #held}. */
    boolean stuck;

    /** Where its code was when a time limit ended it; empty if it waited, or had ended before. */
    volatile List<Fault.Frame> stoppedAt = List.of();

    /** Who runs the core; guarded by the lock of {@link Progress}. */
    @Nullable Thread thread;

    Core(Device device, int index) {
        this.device = device;
        this.index = index;
        this.events = new EventRing(device.records, index);
    }

    /** Its code has been left because the run is over. */
    void stopped(Unwind over) {
        if (!over.frames().isEmpty()) {
            stoppedAt = over.frames();
        }
    }

    /** Wakes the core's thread up if it sleeps. */
    void unpark() {
        LockSupport.unpark(thread);
    }
}
