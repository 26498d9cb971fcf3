package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Lets one of several ranks move at a time; a seed decides who is next. A standstill ends the run.
 */
final class Turns {
    /** No rank can move. */
    static final class Standstill extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Standstill(String message) {
            super(message);
        }
    }

    private final Random random;
    private final Semaphore[] go;
    private final BooleanSupplier[] waiting;
    private final boolean[] done;
    private RuntimeException failure;

    Turns(int ranks, long seed) {
        random = new Random(seed);
        go = new Semaphore[ranks];
        Arrays.setAll(go, i -> new Semaphore(0));
        waiting = new BooleanSupplier[ranks];
        done = new boolean[ranks];
    }

    /** Runs {@code body} once per rank; returns when all have ended. */
    void run(IntConsumer body) {
        List<Thread> threads = new ArrayList<>();
        for (int rank = 0; rank < go.length; rank++) {
            int me = rank;
            threads.add(Thread.ofVirtual().start(() -> runOne(me, body)));
        }
        go[random.nextInt(go.length)].release();
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        if (failure != null) {
            throw failure;
        }
    }

    private void runOne(int me, IntConsumer body) {
        go[me].acquireUninterruptibly();
        try {
            if (failure == null) {
                body.accept(me);
            }
        } catch (RuntimeException e) {
            failure = failure == null ? e : failure;
        }
        done[me] = true;
        int next = next();
        if (next >= 0) {
            go[next].release();
        } else if (!allDone()) {
            standstill();
        }
    }

    /** Perhaps lets another rank move. */
    void turn(int me) {
        pass(me, next());
    }

    /** Lets others move until the condition holds. */
    void await(int me, BooleanSupplier condition) {
        turn(me);
        if (!condition.getAsBoolean()) {
            waiting[me] = condition;
            int next = next();
            if (next < 0) {
                standstill();
                throw failure;
            }
            pass(me, next);
            waiting[me] = null;
        }
    }

    private void pass(int me, int next) {
        if (next != me) {
            go[next].release();
            go[me].acquireUninterruptibly();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /**
     * A rank that can move, or all that have not ended once the run has failed; -1 if there is
     * none.
     */
    private int next() {
        List<Integer> able = new ArrayList<>();
        for (int rank = 0; rank < go.length; rank++) {
            if (!done[rank]
                    && (failure != null || waiting[rank] == null || waiting[rank].getAsBoolean())) {
                able.add(rank);
            }
        }
        return able.isEmpty() ? -1 : able.get(random.nextInt(able.size()));
    }

    private boolean allDone() {
        for (boolean one : done) {
            if (!one) {
                return false;
            }
        }
        return true;
    }

    private void standstill() {
        failure = new Standstill("no rank can move");
        int next = next();
        if (next >= 0 && waiting[next] != null) {
            go[next].release();
        }
    }
}
