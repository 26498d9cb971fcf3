package org.crosstile.acceptance;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
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
 * Runs programs with one core of one device at a time; after each step of communication somebody
 * chooses who.
 */
final class Turntable implements Devices {
    /** Which of several that can move does. */
    interface Choice {
        int of(int movable);

        /** The same, by which devices they are of, and how many waits each has passed. */
        default int of(int[] devices, int[] waits) {
            return of(devices.length);
        }
    }

    /** Holds one device back when it has passed so many waits, for as long as another can move. */
    record Slow(int device, int waits) implements Choice {
        @Override
        public int of(int movable) {
            return 0;
        }

        @Override
        public int of(int[] devices, int[] passed) {
            for (int i = 0; i < devices.length; i++) {
                if (devices[i] != device || passed[i] != waits) {
                    return i;
                }
            }
            return 0;
        }
    }

    private record Task(int function, int cores, Object[] args) {}

    private final Launch launch;
    private final Orchestration orchestration;
    private final Choice choice;
    private final List<Deque<Task>> queues = new ArrayList<>();
    private final List<List<Core>> running = new ArrayList<>();

    /** How many waits each device has begun. */
    private final int[] passed;

    private Turntable(Launch launch, Orchestration orchestration, Choice choice) {
        this.launch = launch;
        this.orchestration = orchestration;
        this.choice = choice;
        this.passed = new int[launch.ranks()];
        for (int device = 0; device < launch.ranks(); device++) {
            queues.add(new ArrayDeque<>());
            running.add(new ArrayList<>());
        }
    }

    /** Runs to the end; false if all stood still before. */
    static boolean run(Launch launch, Choice choice) throws Throwable {
        try (Orchestration orchestration = Orchestration.prepare(launch)) {
            Turntable table = new Turntable(launch, orchestration, choice);
            orchestration.run(table);
            table.join();
            return table.running.stream().allMatch(List::isEmpty)
                    && table.queues.stream().allMatch(Deque::isEmpty);
        }
    }

    @Override
    public void launch(int device, int function, Object[] args, int site) {
        launch(device, function, 1, args, site);
    }

    @Override
    public void launch(int device, int function, int cores, Object[] args, int site) {
        queues.get(device).add(new Task(function, cores, args));
    }

    @Override
    public void join() {
        while (true) {
            List<Core> movable = new ArrayList<>();
            for (int device = 0; device < running.size(); device++) {
                List<Core> cores = running.get(device);
                cores.removeIf(core -> core.finished);
                if (cores.isEmpty() && !queues.get(device).isEmpty()) {
                    Task task = queues.get(device).remove();
                    for (int block = 0; block < task.cores(); block++) {
                        cores.add(new Core(device, block, task));
                    }
                }
                cores.stream().filter(core -> core.wanted.getAsBoolean()).forEach(movable::add);
            }
            if (movable.isEmpty()) {
                return;
            }
            int[] devices = movable.stream().mapToInt(core -> core.device).toArray();
            int[] waits = movable.stream().mapToInt(core -> passed[core.device]).toArray();
            movable.get(choice.of(devices, waits)).move();
        }
    }

    /** A core of a device: its thread runs between {@link #move} and the next step. */
    private final class Core implements Rank {
        private final int device;
        private final int block;
        private final Task task;
        private final Semaphore floor = new Semaphore(0);
        private final Semaphore done = new Semaphore(0);
        private final Ub ub = new Ub();
        private volatile boolean finished;
        private volatile Throwable failure;
        private volatile BooleanSupplier wanted = () -> true;

        Core(int device, int block, Task task) {
            this.device = device;
            this.block = block;
            this.task = task;
            Thread.ofPlatform()
                    .daemon()
                    .name("rank " + device + " core " + block)
                    .start(this::body);
        }

        private void body() {
            floor.acquireUninterruptibly();
            try {
                launch.code().invoke(task.function(), this, task.args());
            } catch (Throwable e) {
                failure = e;
            }
            finished = true;
            done.release();
        }

        void move() {
            floor.release();
            done.acquireUninterruptibly();
            if (failure != null) {
                throw new AssertionError("rank " + device + " core " + block, failure);
            }
        }

        private void step(BooleanSupplier condition) {
            wanted = condition;
            done.release();
            floor.acquireUninterruptibly();
        }

        @Override
        public int device() {
            return device;
        }

        @Override
        public int block() {
            return block;
        }

        @Override
        public int blocks() {
            return task.cores();
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
            step(() -> true);
            return window.inRegion(region(window, peer));
        }

        @Override
        public void notify(
                View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
            step(() -> true);
            long at = target.address(offsets);
            if (op == NotifyOp.Set) {
                Cells.set(region(target, peer), at, value);
            } else {
                Cells.add(region(target, peer), at, value);
            }
        }

        @Override
        public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
            long at = signal.address(offsets);
            passed[device]++;
            step(() -> cmp.holds(Cells.acquire(signal.segment(), at), expected));
        }

        @Override
        public void fence() {}

        @Override
        public View createTensor(long[] shape, DType dtype, int site) {
            return View.zeros(dtype, shape);
        }

        private MemorySegment region(View window, long peer) {
            return orchestration.regions()[domain(window).devices().get((int) peer)];
        }

        private static Domain domain(View window) {
            return window.window().map(WindowBuffer::domain).orElseThrow();
        }
    }
}
