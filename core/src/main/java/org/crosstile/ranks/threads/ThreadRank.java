package org.crosstile.ranks.threads;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.CoreLink;
import org.crosstile.memory.Fill;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.CellOffset;
import org.crosstile.ranks.Delay;
import org.crosstile.ranks.Peers;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.RowCounts;
import org.crosstile.ranks.Seat;
import org.crosstile.ranks.Unwind;
import org.crosstile.ranks.tasks.DeferredWait;
import org.crosstile.ranks.tasks.TaskPart;
import org.jspecify.annotations.Nullable;

/** A rank whose peers are threads of the same JVM. */
final class ThreadRank implements Rank {
    private final Core self;
    private final Seat seat;
    private final Surroundings around;
    private final Device[] devices;
    private final MemorySegment[] regions;
    private final Progress progress;
    private final Patience patience;
    private final RowCounts rows;
    private final CallBoard calls;
    private final Delay.Clock delays;
    private final DeviceTasks tasks;

    /** The part of a task that runs; absent in an orchestration. */
    private final @Nullable TaskPart part;

    private int site = -1;

    /**
     * The rank of a launch.
     *
     * @param blocks how many cores run it together
     * @param tasks takes its tasks
     */
    ThreadRank(Core self, int blocks, Surroundings around, DeviceTasks tasks) {
        this(self, Seat.of(self.index, blocks), around, tasks, null);
    }

    /** The rank of a part of a task. */
    ThreadRank(Core self, TaskPart part, Surroundings around, DeviceTasks tasks) {
        this(self, Seat.of(part.block(), part.task().cores()), around, tasks, part);
    }

    private ThreadRank(
            Core self, Seat seat, Surroundings around, DeviceTasks tasks, @Nullable TaskPart part) {
        this.self = self;
        this.seat = seat;
        this.around = around;
        this.devices = around.devices();
        this.regions = around.regions();
        this.progress = around.progress();
        this.patience = around.patience();
        this.rows = around.rows();
        this.calls = around.calls();
        this.delays = new Delay.Clock(around.delays(), self.device.number);
        this.tasks = tasks;
        this.part = part;
    }

    @Override
    public int device() {
        return self.device.number;
    }

    @Override
    public Ub ub() {
        return self.ub;
    }

    @Override
    public int block() {
        return seat.block();
    }

    @Override
    public int blocks() {
        return seat.blocks();
    }

    @Override
    public int subBlock() {
        return seat.subBlock();
    }

    @Override
    public boolean leads() {
        return seat.leads();
    }

    @Override
    public CoreLink link() {
        return seat.link();
    }

    @Override
    public void together(int cube, long[] functions, Object[] args, int from) {
        at(from);
        Team.Part part = (core, own, function) -> lane(core, own, function, args, from);
        new Team(progress.holds, self, seat, cube, functions, part).run();
    }

    /** What one core of a group does; false if the run is over. */
    private boolean lane(Core core, Seat own, int function, Object[] args, int from) {
        try {
            if (core != self) {
                core.events.taskStarts(from);
            }
            around.code().invoke(function, new ThreadRank(core, own, around, tasks, part), args);
            if (core != self) {
                core.events.taskEnds(from);
            }
            return true;
        } catch (Unwind over) {
            core.stopped(over);
            return false;
        } catch (Throwable cause) {
            progress.fail(core.device, cause);
            return false;
        }
    }

    @Override
    public void made(Tile tile, int from) {
        if (around.fill() != Fill.zero) {
            around.fill().in(tile);
        }
    }

    @Override
    public View createTensor(long[] shape, DType dtype, int from) {
        View tensor = View.zeros(dtype, shape);
        return around.fill() == Fill.zero ? tensor : around.fill().in(tensor);
    }

    @Override
    public void at(int site) {
        this.site = site;
        long millis = delays.millisAt(site);
        if (millis > 0) {
            pause(millis);
        }
    }

    private void pause(long millis) {
        long end = System.nanoTime() + millis * 1_000_000;
        long left = end - System.nanoTime();
        while (left > 0) {
            progress.check();
            LockSupport.parkNanos(this, left);
            left = end - System.nanoTime();
        }
    }

    @Override
    public void poll() {
        progress.check();
    }

    @Override
    public CommContext context(View window) {
        return Peers.context(window, self.device.number);
    }

    @Override
    public View peer(View window, long peer) {
        progress.check();
        int device = Peers.device(window, peer);
        if (device == self.device.number) {
            return window;
        }
        self.events.accesses(site, device, window.offset());
        return window.inRegion(regions[device]);
    }

    @Override
    public void notify(View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
        at(site);
        progress.check();
        int device = Peers.device(target, peer);
        long offset = CellOffset.of(target, offsets);
        MemorySegment region = regions[device];
        int result = value;
        if (op == NotifyOp.AtomicAdd) {
            result = Cells.add(region, offset, value);
        } else {
            Cells.set(region, offset, value);
        }
        release(devices[device].cores, offset, result);
        release(devices[device].lanes, offset, result);
        DeviceTasks waiting = devices[device].tasks;
        if (waiting != null && waiting.awaitsCells()) {
            progress.poll(waiting);
        }
        self.events.notified(site, device, offset, op, value, result);
    }

    private void release(Core[] cores, long offset, int value) {
        for (Core core : cores) {
            PendingWait wait = core.pending;
            if (wait != null && wait.isSatisfiedBy(offset, value)) {
                progress.release(core, wait);
            }
        }
    }

    @Override
    public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
        at(site);
        progress.checkAsleep();
        long offset = CellOffset.of(signal, offsets);
        self.events.awaits(site, offset, expected);
        MemorySegment region = signal.segment();
        for (int i = 0; i < patience.spins(); i++) {
            if (cmp.holds(Cells.acquire(region, offset), expected)) {
                self.events.passes(site, offset);
                return;
            }
            Thread.onSpinWait();
        }
        for (int i = 0; i < patience.yields(); i++) {
            if (cmp.holds(Cells.acquire(region, offset), expected)) {
                self.events.passes(site, offset);
                return;
            }
            Thread.yield();
        }
        progress.block(self, new PendingWait(signal, offsets, offset, expected, cmp, site));
        self.events.passes(site, offset);
    }

    @Override
    public void rowsSent(View target, long peer, long asked, long sent, int site) {
        rows.add(site, self.device.number, Peers.device(target, peer), asked, sent);
    }

    @Override
    public void fence() {
        VarHandle.fullFence();
        progress.check();
    }

    @Override
    public void enter(CollectiveCall call) {
        progress.check();
        int number = calls.entered(self.device.number, call.group()) + 1;
        self.events.enters(call.site(), number);
        boolean fits = calls.enter(self.device.number, call);
        if (!fits) {
            progress.disagree();
        }
    }

    @Override
    public boolean takesTasks() {
        return part == null && seat.blocks() == 1;
    }

    @Override
    public long submit(
            int function,
            Object[] args,
            String access,
            long[] deps,
            int cores,
            int flags,
            int from) {
        return tasks.submit(function, args, access, deps, cores, flags, from);
    }

    @Override
    public void settle(View view, boolean writes) {
        tasks.settle(view, writes);
    }

    @Override
    public void finishTasks() {
        tasks.finish();
    }

    @Override
    public void defer(View signal, long[] offsets, int expected, int from) {
        at(from);
        long offset = CellOffset.of(signal, offsets);
        TaskPart own = part;
        if (own == null) {
            await(signal, offsets, expected, WaitCmp.Ge, from);
        } else {
            self.events.awaits(from, offset, expected);
            tasks.defer(own, DeferredWait.of(signal, offsets, offset, expected, from));
        }
    }
}
