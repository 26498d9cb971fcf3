package org.crosstile.acceptance;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Domain;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.ranks.Devices;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Orchestration;

/**
 * A world for the tests of the tests: one rank moves at a time, and a strategy chooses who, so that
 * a wrong lowering fails always and not by luck. Same strategy, same run.
 */
final class LockStepWorld {
    /** Which of the ranks that can move goes on, after each step of communication. */
    interface Strategy {
        int choose(List<Integer> movable);
    }

    /** The lowest rank runs until it blocks or ends, then the next. */
    static Strategy lowestFirst() {
        return List::getFirst;
    }

    /** The highest rank runs until it blocks or ends, then the next. */
    static Strategy highestFirst() {
        return List::getLast;
    }

    /** Any rank, by a seed. */
    static Strategy random(long seed) {
        Random random = new Random(seed);
        return movable -> movable.get(random.nextInt(movable.size()));
    }

    private final Strategy strategy;
    private final List<Mover> movers = new ArrayList<>();
    private MemorySegment[] regions = {};

    LockStepWorld(Strategy strategy) {
        this.strategy = strategy;
    }

    /** Runs to the end. Returns false if the ranks came to a standstill before it. */
    boolean run(Launch launch) throws Throwable {
        try (Orchestration orchestration = Orchestration.prepare(launch)) {
            regions = orchestration.regions();
            for (int device = 0; device < launch.ranks(); device++) {
                movers.add(new Mover(device));
            }
            orchestration.run(
                    new Devices() {
                        @Override
                        public void launch(int device, int function, Object[] args, int site) {
                            Mover mover = movers.get(device);
                            mover.tasks.add(() -> launch.code().invoke(function, mover, args));
                        }

                        @Override
                        public void join() {
                            drain();
                        }
                    });
            drain();
            boolean finished = movers.stream().allMatch(m -> m.finished);
            movers.forEach(Mover::stop);
            for (Mover mover : movers) {
                if (mover.failure != null) {
                    throw mover.failure;
                }
            }
            return finished;
        }
    }

    private void drain() {
        for (Mover mover : movers) {
            mover.startIfNeeded();
        }
        while (true) {
            List<Integer> movable = new ArrayList<>();
            for (Mover mover : movers) {
                if (mover.canMove()) {
                    movable.add(mover.device);
                }
            }
            if (movable.isEmpty()) {
                return;
            }
            movers.get(strategy.choose(movable)).move();
        }
    }

    private interface Body {
        void run() throws Throwable;
    }

    /** Ends a rank's thread after a standstill. */
    private static final class Stopped extends Error {
        private static final long serialVersionUID = 1L;
    }

    /** A rank: its thread has the floor between {@link #move} and the next step. */
    private final class Mover implements Rank {
        private final int device;
        private final Deque<Body> tasks = new ArrayDeque<>();
        private final Semaphore floor = new Semaphore(0);
        private final Semaphore done = new Semaphore(0);
        private final Ub ub = new Ub();
        private volatile boolean finished = true;
        private volatile boolean stopped;
        private volatile Throwable failure;
        private volatile Wanted wanted = Wanted.NOTHING;

        private Mover(int device) {
            this.device = device;
        }

        void startIfNeeded() {
            if (finished && !tasks.isEmpty()) {
                finished = false;
                Thread thread = new Thread(this::body, "rank " + device);
                thread.setDaemon(true);
                thread.start();
            }
        }

        private void body() {
            try {
                floor.acquireUninterruptibly();
                while (!tasks.isEmpty()) {
                    tasks.remove().run();
                }
            } catch (Stopped e) {
                return;
            } catch (Throwable e) {
                failure = e;
            }
            finished = true;
            done.release();
        }

        boolean canMove() {
            return !finished && failure == null && wanted.holds();
        }

        void move() {
            floor.release();
            done.acquireUninterruptibly();
        }

        void stop() {
            if (!finished) {
                stopped = true;
                floor.release();
            }
        }

        private void step() {
            done.release();
            floor.acquireUninterruptibly();
            if (stopped) {
                throw new Stopped();
            }
        }

        @Override
        public int device() {
            return device;
        }

        @Override
        public Ub ub() {
            return ub;
        }

        @Override
        public CommContext context(View window) {
            return new CommContext(domain(window).rankOf(device), domain(window).size());
        }

        @Override
        public View peer(View window, long peer) {
            step();
            return window.inRegion(regions[domain(window).devices().get((int) peer)]);
        }

        @Override
        public void notify(
                View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
            View cell = peer(target, peer);
            long at = cell.address(offsets);
            int before = cell.segment().get(ValueLayout.JAVA_INT, at);
            cell.segment()
                    .set(ValueLayout.JAVA_INT, at, op == NotifyOp.Set ? value : before + value);
        }

        @Override
        public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
            wanted = new Wanted(signal, signal.address(offsets), expected, cmp);
            step();
            wanted = Wanted.NOTHING;
        }

        @Override
        public void fence() {}

        private Domain domain(View window) {
            return window.window().map(WindowBuffer::domain).orElseThrow();
        }
    }

    /** The condition that a rank waits for. */
    private record Wanted(View signal, long at, int expected, WaitCmp cmp) {
        private static final Wanted NOTHING =
                new Wanted(
                        View.packed(MemorySegment.NULL, 0, org.crosstile.abi.DType.INT32),
                        -1,
                        0,
                        WaitCmp.Ge);

        boolean holds() {
            return at < 0 || cmp.holds(signal.segment().get(ValueLayout.JAVA_INT, at), expected);
        }
    }
}
