package org.crosstile.isa;

import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.crosstile.memory.Fault;

/**
 * Lets one rank move at a time: the one whose scalar unit is behind all others on the simulated
 * clock. So deposits happen in the order of that clock, and a run is the same every time. When all
 * ranks wait, no rank can ever move again.
 */
final class Turns {
    /** A wait of a rank. */
    record Waiting(SignalCells signal, int value, WaitCmp cmp) {
        boolean holds() {
            return Deposits.hold(signal, value, cmp);
        }
    }

    private static final int MOST_POLLS = 1_000_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition[] turn;
    private final long[] time;
    private final boolean[] finished;
    private final Optional<Waiting>[] waiting;
    private int moving;
    private int polls;
    private Optional<Throwable> failure = Optional.empty();

    @SuppressWarnings("unchecked")
    Turns(int ranks) {
        turn = new Condition[ranks];
        time = new long[ranks];
        finished = new boolean[ranks];
        waiting = new Optional[ranks];
        for (int r = 0; r < ranks; r++) {
            turn[r] = lock.newCondition();
            waiting[r] = Optional.empty();
        }
    }

    /** Runs a rank's kernel when it is its turn; whatever it throws ends all ranks. */
    void run(int rank, Runnable kernel) {
        lock.lock();
        try {
            await(rank);
            kernel.run();
        } catch (Ended e) {
            // The failure that ended this rank is known already.
        } catch (RuntimeException | Error e) {
            fail(e);
        } finally {
            finished[rank] = true;
            pass();
            lock.unlock();
        }
    }

    /** What ended the run early. */
    Optional<Throwable> failure() {
        return failure;
    }

    private void fail(Throwable e) {
        if (failure.isEmpty()) {
            failure = Optional.of(e);
        }
        for (Condition condition : turn) {
            condition.signalAll();
        }
    }

    private void await(int rank) {
        while (moving != rank || waiting[rank].isPresent()) {
            if (failure.isPresent()) {
                throw new Ended();
            }
            turn[rank].awaitUninterruptibly();
        }
        if (failure.isPresent()) {
            throw new Ended();
        }
    }

    /** Chooses who moves next; nobody if all have finished or wait. */
    private void pass() {
        int next = -1;
        for (int r = 0; r < time.length; r++) {
            boolean ready = !finished[r] && waiting[r].isEmpty();
            if (ready && (next < 0 || time[r] < time[next])) {
                next = r;
            }
        }
        moving = next;
        if (next >= 0) {
            turn[next].signalAll();
        } else {
            standstill();
        }
    }

    private void standstill() {
        StringBuilder found = new StringBuilder();
        for (int r = 0; r < time.length; r++) {
            if (waiting[r].isPresent()) {
                found.append(found.isEmpty() ? "" : "; ");
                found.append(Deposits.describe(r, waiting[r].get()));
            }
        }
        if (!found.isEmpty() && failure.isEmpty()) {
            found.append("; no rank can move any more");
            fail(
                    new Fault(
                            IsaRules.DEADLOCK.id(),
                            IsaRules.DEADLOCK.headline(),
                            found.toString(),
                            "let a rank TNOTIFY the cell before it waits itself or ends"));
        }
    }

    /** Lets ranks that are behind this one's clock move first. */
    void makeWay(int rank, long now) {
        time[rank] = now;
        polls = 0;
        pass();
        await(rank);
    }

    /** As {@link #makeWay}, after a test that was not satisfied. */
    void poll(int rank, long now) {
        time[rank] = now;
        int before = moving;
        pass();
        if (moving != before) {
            polls = 0;
        } else if (++polls > MOST_POLLS) {
            throw new Fault(
                    IsaRules.DEADLOCK.id(),
                    IsaRules.DEADLOCK.headline(),
                    "rank " + rank + " polls by TTEST, and no other rank can move",
                    "let a rank TNOTIFY the cell, or bound the number of polls");
        }
        await(rank);
    }

    /** Lets others move until the wait is satisfied; {@link #deposited} ends it. */
    void block(int rank, Waiting wait) {
        waiting[rank] = Optional.of(wait);
        polls = 0;
        pass();
        await(rank);
    }

    /** Ends the waits that are satisfied now; their ranks stand still until {@code visible}. */
    void deposited(long visible) {
        for (int r = 0; r < time.length; r++) {
            if (waiting[r].isPresent() && waiting[r].get().holds()) {
                waiting[r] = Optional.empty();
                time[r] = Math.max(time[r], visible);
            }
        }
    }
}
