package org.crosstile.ranks.simulated;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.crosstile.memory.Fault;
import org.crosstile.memory.Ub;
import org.crosstile.ranks.Delay;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.tasks.TaskPart;
import org.crosstile.record.EventRing;
import org.jspecify.annotations.Nullable;

/**
 * Does one thing after the other: the host, or a core of a device. Only the agent whose turn it is
 * touches the state of any.
 */
final class Agent implements Mover {
    /** Counts from 0, the host, in the order of creation. */
    final int number;

    /** Absent for the host. */
    final @Nullable Device device;

    /** Which of its device's cores this is. */
    final int core;

    final Ub ub = new Ub();
    final EventRing events;
    final Outbox outbox;

    /** The wait that it is blocked in. */
    @Nullable PendingWait pending;

    /** The part of a task that it runs, and whose. */
    @Nullable TaskPart part;

    @Nullable SimulatedTasks tasks;

    /** It goes on when this is true; absent: when {@link #pending} holds. */
    @Nullable BooleanSupplier until;

    /** What it waits for of the others in its core group. */
    @Nullable BooleanSupplier held;

    /** Whether nobody of its group will ever do that. */
    boolean stuck;

    /** Whether it stands before a collective that does not fit its peers' for good. */
    boolean disagrees;

    /** Where the next access to windows comes from. */
    int site = -1;

    final Delay.Clock delays;

    /** Runs its code; a core has one per task. */
    volatile @Nullable Thread thread;

    /** Whether the thread has been started; the supervisor looks at it when a run has ended. */
    volatile boolean started;

    /** Where its code was when a time limit ended it; empty if it waited, or had ended before. */
    volatile List<Fault.Frame> stoppedAt = List.of();

    Agent(int number, @Nullable Device device, int core, Delay.Clock delays, EventRing events) {
        this.number = number;
        this.device = device;
        this.core = core;
        this.delays = delays;
        this.events = events;
        this.outbox = new Outbox(identity());
    }

    /** The same in every run of a program: 0 for the host. */
    long identity() {
        return device == null ? 0 : 1 + ((long) device.number << 16) + core;
    }

    /** The device; -1 for the host. */
    int deviceNumber() {
        return device == null ? -1 : device.number;
    }
}
