package org.crosstile.isa;

import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.crosstile.memory.Fault;

/**
 * Lets one rank move at a time: the one whose scalar unit is behind all others on the simulated
 * clock. So deposits happen in the order of that clock, and a run is the same every time. When all
 * ranks wait, no rank can ever move again. Ranks that poll wait, too, if they have all polled very
 * often since the last deposit: only a deposit changes what a poll finds.
 */
final class Turns {
    /** A wait of a rank, or what it polls for. */
    record Waiting(SignalCells signal, int value, WaitCmp cmp) {
        boolean holds() {
            return Deposits.hold(signal, value, cmp);
        }

        /** What a rank waits for, and what the first cell that is not so holds instead. */
        String described(int rank, String what) {
            return "rank " + rank + " " + what + " " + Deposits.describe(this);
        }
    }

    /**
     * It is a standstill when all ranks that do not wait have polled so often since the last
     * deposit, each of them and together.
     */
    private static final int MOST_POLLS = 100_000;

    private static final int MOST_POLLS_OF_ALL = 1_000_000;

    /**
     * When all have polled so often in vain they no longer take turns at every poll, but at every
     * {@link #BATCH}th: a turn costs many times what a poll does.
     */
    private static final int FAIR_POLLS = 1_000;

    private static final int BATCH = 1_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition[] turn;
    private final long[] time;
    private final boolean[] finished;
    private final Optional<Waiting>[] waiting;

    /** What each rank has polled for in vain, last, and how often since the last deposit. */
    private final Optional<Waiting>[] polled;

    private final int[] polls;
    private int moving;
    private Optional<Throwable> failure = Optional.empty();
    private volatile Optional<RuntimeException> stop = Optional.empty();

    @SuppressWarnings("unchecked")
    Turns(int ranks) {
        turn = new Condition[ranks];
        time = new long[ranks];
        finished = new boolean[ranks];
        waiting = new Optional[ranks];
        polled = new Optional[ranks];
        polls = new int[ranks];
        for (int r = 0; r < ranks; r++) {
            turn[r] = lock.newCondition();
            waiting[r] = Optional.empty();
            polled[r] = Optional.empty();
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

    /** Asks all ranks to end for a reason that is none of theirs; may be called from anywhere. */
    void stop(RuntimeException reason) {
        stop = Optional.of(reason);
    }

    /** Ends the rank that moves if {@link #stop} has been called. */
    void check() {
        if (stop.isPresent()) {
            fail(stop.get());
            throw new Ended();
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
        boolean polling = false;
        for (int r = 0; r < time.length; r++) {
            boolean waits = waiting[r].isPresent();
            boolean polls = !waits && !finished[r] && polled[r].isPresent();
            if (waits || polls) {
                String what = polls ? "polls by TTEST for" : "waits for";
                Waiting wait = waits ? waiting[r].get() : polled[r].get();
                found.append(found.isEmpty() ? "" : "; ").append(wait.described(r, what));
                polling |= polls;
            }
        }
        if (!found.isEmpty() && failure.isEmpty()) {
            found.append("; no rank can move any more");
            fail(
                    new Fault(
                            IsaRules.DEADLOCK.id(),
                            IsaRules.DEADLOCK.headline(),
                            found.toString(),
                            polling
                                    ? "let a rank TNOTIFY the cell before it polls itself, or bound the number of polls"
                                    : "let a rank TNOTIFY the cell before it waits itself or ends"));
        }
    }

    /** Lets ranks that are behind this one's clock move first. */
    void makeWay(int rank, long now) {
        time[rank] = now;
        pass();
        await(rank);
    }

    /** As {@link #makeWay}, after a test that was not satisfied. */
    void poll(int rank, long now, Waiting test) {
        polled[rank] = Optional.of(test);
        polls[rank]++;
        if (pollsOfEach() >= MOST_POLLS
                && Arrays.stream(polls).asLongStream().sum() >= MOST_POLLS_OF_ALL) {
            standstill();
            throw new Ended();
        }
        if (polls[rank] % BATCH == 0 || pollsOfEach() < FAIR_POLLS) {
            makeWay(rank, now);
        } else {
            time[rank] = now;
        }
    }

    /** How often each rank that does not wait has polled, at least. */
    private int pollsOfEach() {
        int least = Integer.MAX_VALUE;
        for (int r = 0; r < time.length; r++) {
            if (!finished[r] && waiting[r].isEmpty()) {
                least = Math.min(least, polls[r]);
            }
        }
        return least;
    }

    /** Lets others move until the wait is satisfied; {@link #deposited} ends it. */
    void block(int rank, Waiting wait) {
        waiting[rank] = Optional.of(wait);
        pass();
        await(rank);
    }

    /** Ends the waits that are satisfied now; their ranks stand still until {@code visible}. */
    void deposited(long visible) {
        Arrays.fill(polls, 0);
        for (int r = 0; r < time.length; r++) {
            if (waiting[r].isPresent() && waiting[r].get().holds()) {
                waiting[r] = Optional.empty();
                time[r] = Math.max(time[r], visible);
            }
        }
    }
}
