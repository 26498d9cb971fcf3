package org.crosstile.ranks.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.ObjIntConsumer;
import org.crosstile.ranks.CoreGroup;

/**
 * What the cores of core groups wait for of each other. A core that waits is not active; what it
 * waits for changes only by actions under the lock of {@link Progress}, and who acts wakes those
 * that can go on.
 */
final class Holds {
    private final Progress progress;

    Holds(Progress progress) {
        this.progress = progress;
    }

    /**
     * Starts the cores of a group besides the one that has asked for it.
     *
     * @param body what a core does, and which of the group it is
     */
    void engage(Team team, int count, ObjIntConsumer<Core> body) {
        synchronized (progress.lock()) {
            progress.check();
            team.others.addAll(team.first.device.hire(count));
            for (int i = 0; i < count; i++) {
                int lane = i + 1;
                Core core = team.others.get(i);
                String name = "rank " + core.device.number + " core " + core.index;
                Thread thread = new Thread(() -> body.accept(core, lane), name);
                thread.setDaemon(true);
                core.thread = thread;
                progress.begins();
                thread.start();
            }
        }
    }

    /** A core of a group has ended. The last one stays active, as the one that goes on. */
    void ended(Team team) {
        synchronized (progress.lock()) {
            int left = team.unfinished - 1;
            team.unfinished = left;
            if (left > 0) {
                progress.leave();
            } else {
                team.first.unpark();
            }
        }
    }

    /** The core that has started a group waits for the others. */
    void awaitEnd(Team team) {
        while (team.unfinished > 0) {
            progress.checkAsleep();
            LockSupport.park(this);
        }
        synchronized (progress.lock()) {
            team.first.device.dismiss(team.others);
        }
    }

    /** Carries out an action between the cores of a group as soon as a condition holds. */
    void pass(Core core, BooleanSupplier condition, Runnable action) {
        while (true) {
            synchronized (progress.lock()) {
                progress.check();
                if (condition.getAsBoolean()) {
                    action.run();
                    wake(core.device.lanes);
                    wake(core.device.cores);
                    return;
                }
                core.held = condition;
                progress.leave();
            }
            while (core.held != null) {
                progress.checkAsleep();
                LockSupport.park(this);
            }
            if (core.stuck) {
                throw CoreGroup.stuck();
            }
        }
    }

    private void wake(Core[] cores) {
        for (Core core : cores) {
            BooleanSupplier held = core.held;
            if (held != null && held.getAsBoolean()) {
                letGo(core);
            }
        }
    }

    private void letGo(Core core) {
        core.held = null;
        progress.join(core);
    }

    /**
     * Nobody will do what a core of some group waits for: lets the first such core say so. Called
     * with the lock.
     *
     * @return whether there is one
     */
    boolean tellStuck(Device[] devices) {
        for (Device device : devices) {
            List<Core> all = new ArrayList<>(List.of(device.cores));
            all.addAll(List.of(device.lanes));
            for (Core core : all) {
                if (core.held != null) {
                    core.stuck = true;
                    letGo(core);
                    return true;
                }
            }
        }
        return false;
    }
}
