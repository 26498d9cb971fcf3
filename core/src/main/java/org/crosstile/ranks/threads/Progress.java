package org.crosstile.ranks.threads;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.Task;
import org.crosstile.ranks.Unwind;
import org.jspecify.annotations.Nullable;

/**
 * Knows who can move, and proves when nobody can.
 *
 * <p>The agents are the host and the cores of the devices: one per device, and more while it runs a
 * task of several cores. An agent is <em>active</em> unless it is a device without work, a core
 * that has ended its part of a task before others have, a core that has registered a wait here, the
 * host in {@link #join}, or the host after its end. {@code active} counts them; every change of an
 * agent's state happens under one lock.
 *
 * <p><b>No registered wait is missed.</b> A waiter publishes its wait (volatile) and then reads the
 * cell (volatile). A notifier changes the cell (volatile) and then reads the peer's wait
 * (volatile). Volatile accesses have one total order, so one of the two sees the other: either the
 * waiter sees the new value and does not block, or the notifier sees the wait and releases it under
 * the lock. The notifier is active all the while, and counts the waiter as active before it can
 * become inactive itself.
 *
 * <p><b>The proof.</b> When {@code active} becomes 0, all agents have come through the lock after
 * their last action, so what they wrote is visible to the one that holds it, and nobody writes any
 * more. It reads every registered cell again: waits that hold (after a plain store to a cell, which
 * wakes nobody) are released. If there is none, and the host is in a join, the host goes on: all
 * launched work is finished or blocked. If the host has ended, then the run is finished, or else
 * the remaining conditions are false and can never become true, because cells are changed only by
 * active agents. No time passes, no assumption about speed is made.
 */
final class Progress {
    /** Blocked ranks look at their cell themselves now and then: plain stores wake nobody. */
    private static final long FIRST_POLL_NANOS = 1_000_000;

    private static final long LAST_POLL_NANOS = 50_000_000;

    /** How long ranks that still run get to show their side of a mismatch. */
    private static final long SHOW_NANOS = 400_000_000;

    private enum HostState {
        RUNNING,
        JOINING,
        ENDED
    }

    private final Object lock = new Object();
    final Holds holds = new Holds(this);
    private final Device[] devices;
    private final Thread supervisor = Thread.currentThread();
    private int active = 1;
    private volatile HostState host = HostState.RUNNING;
    private @Nullable Thread hostThread;
    private volatile @Nullable End end;

    /** When a mismatch is reported at the latest, by System.nanoTime; 0 if there is none. */
    private volatile long mismatchDue;

    /** The calling thread is the one that will {@link #awaitEnd}. */
    Progress(Device[] devices) {
        this.devices = devices;
    }

    Object lock() {
        return lock;
    }

    /** Leaves the caller's code if the run is over; it could have gone on. */
    void check() {
        End how = end;
        if (how != null) {
            throw how instanceof End.Expired ? Unwind.here() : Unwind.NOW;
        }
    }

    /** Leaves the caller's code if the run is over; it waits for others. */
    void checkAsleep() {
        if (end != null) {
            throw Unwind.NOW;
        }
    }

    /** Queues a task; called by the host. */
    void launch(Device device, Task task) {
        synchronized (lock) {
            check();
            device.queue.add(task);
            if (device.idle) {
                device.idle = false;
                active++;
                if (!device.started) {
                    device.started = true;
                    device.thread.start();
                } else {
                    LockSupport.unpark(device.thread);
                }
            }
        }
    }

    /** The device's next task, as soon as there is one; empty when the run is over. */
    Optional<Task> next(Device device) {
        synchronized (lock) {
            if (device.current != null) {
                device.current = null;
                device.finished++;
            }
            if (end != null) {
                return Optional.empty();
            }
            if (device.queue.isEmpty()) {
                device.idle = true;
                leave();
            }
        }
        while (device.idle && end == null) {
            LockSupport.park(this);
        }
        synchronized (lock) {
            if (end != null) {
                return Optional.empty();
            }
            device.current = device.queue.remove();
            return Optional.of(device.current);
        }
    }

    /** The host waits until everything launched is finished or blocked. */
    void join() {
        synchronized (lock) {
            check();
            hostThread = Thread.currentThread();
            host = HostState.JOINING;
            leave();
        }
        while (host == HostState.JOINING) {
            checkAsleep();
            LockSupport.park(this);
        }
        checkAsleep();
    }

    /** The host function has returned. */
    void hostEnds() {
        synchronized (lock) {
            host = HostState.ENDED;
            leave();
        }
    }

    /**
     * Starts the cores of a task besides the device's own thread, which is the first.
     *
     * @param body what a core does
     */
    void engage(Device device, int count, Consumer<Core> body) {
        synchronized (lock) {
            check();
            Core[] cores = device.engage(count);
            device.unfinished = count;
            active += count - 1;
            for (int i = 1; i < count; i++) {
                Core core = cores[i];
                Thread thread =
                        new Thread(() -> body.accept(core), "rank " + device.number + " core " + i);
                thread.setDaemon(true);
                core.thread = thread;
                thread.start();
            }
        }
    }

    /**
     * A core has done its part of a task of several cores. The last one stays active, as the
     * device's own thread, which goes on.
     */
    void ended(Core core) {
        synchronized (lock) {
            int left = core.device.unfinished - 1;
            core.device.unfinished = left;
            if (left > 0) {
                leave();
            } else {
                LockSupport.unpark(core.device.thread);
            }
        }
    }

    /** The device's own thread waits for the other cores. */
    void awaitCores(Device device) {
        while (device.unfinished > 0) {
            checkAsleep();
            LockSupport.park(this);
        }
        synchronized (lock) {
            device.engage(1);
        }
    }

    /** Blocks a core until its wait is satisfied. */
    void block(Core core, PendingWait wait) {
        synchronized (lock) {
            checkAsleep();
            core.pending = wait;
            if (wait.holds()) {
                core.pending = null;
                return;
            }
            if (core.part != null && core.tasks != null) {
                core.tasks.blocks(core.part, wait);
            }
            leave();
        }
        long poll = FIRST_POLL_NANOS;
        while (!wait.isReleased()) {
            checkAsleep();
            LockSupport.parkNanos(this, poll);
            poll = Math.min(poll * 2, LAST_POLL_NANOS);
            if (!wait.isReleased() && wait.holds()) {
                release(core, wait);
            }
        }
        checkAsleep();
    }

    /**
     * Stops a core before a collective that does not fit its peers' for good. The run ends when all
     * others have come to a stop, so that as many as possible have said what they call, but soon.
     */
    void disagree() {
        synchronized (lock) {
            check();
            if (mismatchDue == 0) {
                mismatchDue = Math.max(1, System.nanoTime() + SHOW_NANOS);
                LockSupport.unpark(supervisor);
            }
            leave();
        }
        while (true) {
            checkAsleep();
            LockSupport.park(this);
        }
    }

    /**
     * Lets a core go on whose wait has been seen to hold; does nothing if it has gone on already.
     */
    void release(Core core, PendingWait wait) {
        synchronized (lock) {
            if (core.pending == wait && end == null) {
                goOn(core, wait);
            }
        }
    }

    private void goOn(Core core, PendingWait wait) {
        core.pending = null;
        wait.release();
        if (core.part != null && core.tasks != null) {
            core.tasks.resumes(core.part, wait);
        }
        join(core);
    }

    /** Wakes a core up that had left; called with the lock. */
    void join(Core core) {
        active++;
        core.unpark();
    }

    /** One more agent is active; called with the lock. */
    void begins() {
        active++;
    }

    /** Looks at the cells that tasks wait for, after a notify. */
    void poll(DeviceTasks tasks) {
        synchronized (lock) {
            if (end == null) {
                tasks.poll();
            }
        }
    }

    /** The calling agent stops being active; called with the lock. */
    void leave() {
        active--;
        if (active == 0 && end == null) {
            settle();
        }
    }

    /** Nobody is active: lets go on who can, or ends the run. */
    private void settle() {
        boolean blocked = false;
        boolean open = false;
        for (Device device : devices) {
            blocked = isBlocked(device.cores) || blocked;
            blocked = isBlocked(device.lanes) || blocked;
            DeviceTasks tasks = device.tasks;
            if (tasks != null) {
                tasks.poll();
                open |= !tasks.isComplete();
            }
        }
        if (active > 0) {
            return;
        }
        if (mismatchDue != 0) {
            end(new End.Mismatched());
        } else if (host == HostState.JOINING) {
            host = HostState.RUNNING;
            active++;
            LockSupport.unpark(hostThread);
        } else if (blocked || !holds.tellStuck(devices)) {
            end(blocked || open ? new End.Stuck() : new End.Finished());
        }
    }

    /** Lets those cores go on that can; whether others cannot. */
    private boolean isBlocked(Core[] cores) {
        boolean blocked = false;
        for (Core core : cores) {
            PendingWait wait = core.pending;
            if (wait != null && wait.holds()) {
                goOn(core, wait);
            }
            blocked |= core.pending != null;
        }
        return blocked;
    }

    /** A device, or the host, threw: the first one counts. */
    void fail(@Nullable Device device, Throwable cause) {
        synchronized (lock) {
            end(new End.Failed(device, device == null ? null : device.current, cause));
        }
    }

    private void end(End how) {
        if (end != null) {
            return;
        }
        end = how;
        for (Device device : devices) {
            for (Thread thread : device.threads()) {
                LockSupport.unpark(thread);
                if (!(how instanceof End.Finished)) {
                    thread.interrupt();
                }
            }
        }
        if (hostThread != null) {
            LockSupport.unpark(hostThread);
        }
        LockSupport.unpark(supervisor);
    }

    /**
     * Returns when the run is over. If the calling thread is interrupted, the run ends as if the
     * host had thrown.
     *
     * @param limitNanos when to end it from outside; Long.MAX_VALUE for never
     */
    End awaitEnd(long limitNanos) {
        long start = System.nanoTime();
        boolean interrupted = false;
        End how = end;
        while (how == null) {
            long now = System.nanoTime();
            long left = limitNanos - (now - start);
            long due = mismatchDue == 0 ? Long.MAX_VALUE : mismatchDue - now;
            if (Thread.interrupted()) {
                interrupted = true;
                fail(null, new InterruptedException("the run was interrupted"));
            } else if (Math.min(left, due) > 0) {
                LockSupport.parkNanos(this, Math.min(left, due));
            } else {
                synchronized (lock) {
                    end(due <= 0 ? new End.Mismatched() : new End.Expired());
                }
            }
            how = end;
        }
        if (interrupted) {
            supervisor.interrupt();
        }
        return how;
    }
}
