package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Area;
import org.crosstile.memory.CollectiveCall;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.CoreLink;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.CellOffset;
import org.crosstile.ranks.Peers;
import org.crosstile.ranks.PendingWait;
import org.crosstile.ranks.RowCounts;
import org.crosstile.ranks.Seat;
import org.crosstile.ranks.tasks.DeferredWait;
import org.crosstile.ranks.tasks.TaskPart;
import org.crosstile.record.Trace;
import org.jspecify.annotations.Nullable;

/** A rank that moves only when it is its turn. */
final class SimulatedRank implements Rank {
    private final Agent self;
    private final int device;
    private final Seat seat;
    private final Surroundings around;
    private final MemorySegment[] regions;
    private final RegionWatch[] watches;
    private final Turns turns;
    private final Memory memory;
    private final Log log;
    private final RowCounts rows;
    private final CallBoard calls;
    private final SimulatedTasks tasks;

    /** The part of a task that runs; absent in an orchestration. */
    private final @Nullable TaskPart part;

    /**
     * The rank of a launch.
     *
     * @param blocks how many cores run it together
     * @param tasks takes its tasks
     */
    SimulatedRank(Agent self, int blocks, Surroundings around, SimulatedTasks tasks) {
        this(self, Seat.of(self.core, blocks), around, tasks, null);
    }

    /** The rank of a part of a task. */
    SimulatedRank(Agent self, TaskPart part, Surroundings around, SimulatedTasks tasks) {
        this(self, Seat.of(part.block(), part.task().cores()), around, tasks, part);
    }

    private SimulatedRank(
            Agent self,
            Seat seat,
            Surroundings around,
            SimulatedTasks tasks,
            @Nullable TaskPart part) {
        this.self = self;
        this.device = self.deviceNumber();
        this.seat = seat;
        this.around = around;
        this.regions = around.regions();
        this.watches = around.watches();
        this.turns = around.turns();
        this.memory = around.memory();
        this.log = around.log();
        this.rows = around.rows();
        this.calls = around.calls();
        this.tasks = tasks;
        this.part = part;
    }

    @Override
    public int device() {
        return device;
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
    public void together(int cube, long[] functions, Object[] args, int site) {
        at(site);
        new Team(turns, log, self, seat, cube, functions, site)
                .run(
                        around.lanes(),
                        (core, own, function) ->
                                around.lanes()
                                        .run(
                                                core,
                                                new SimulatedRank(core, own, around, tasks, part),
                                                function,
                                                args,
                                                site));
    }

    @Override
    public void made(Tile tile, int site) {
        around.fill().in(tile); // the same in every run, whatever was there before
        around.unset().ifPresent(unset -> unset.tile(tile, site));
    }

    @Override
    public View createTensor(long[] shape, DType dtype, int site) {
        View tensor = around.fill().in(View.zeros(dtype, shape));
        return around.unset()
                .map(unset -> unset.tensor(tensor, Optional.empty(), site))
                .orElse(tensor);
    }

    @Override
    public void at(int site) {
        self.site = site;
        turns.sleep(self, self.delays.millisAt(site));
    }

    @Override
    public void poll() {
        turns.check();
    }

    @Override
    public CommContext context(View window) {
        return Peers.context(window, device);
    }

    @Override
    public View peer(View window, long peer) {
        turns.check();
        int other = Peers.device(window, peer);
        if (other == device) {
            return window;
        }
        self.events.accesses(self.site, other, window.offset());
        return window.inRegion(regions[other], watches[other]);
    }

    @Override
    public void notify(View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
        int _ = deposit(target, peer, offsets, value, op, site);
    }

    @Override
    public void publish(View target, long peer, long[] offsets, int value, int site) {
        log.isData(deposit(target, peer, offsets, value, NotifyOp.Set, site));
    }

    private int deposit(View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
        int other = Peers.device(target, peer);
        long offset = CellOffset.of(target, offsets);
        at(site);
        turns.step(self);
        return memory.deposit(self, site, other, offset, op, value);
    }

    @Override
    public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
        long offset = CellOffset.of(signal, offsets);
        at(site);
        self.events.awaits(site, offset, expected);
        memory.beforeRead(self, device, List.of(Area.run(offset, Integer.BYTES)));
        PendingWait wait = new PendingWait(signal, offsets, offset, expected, cmp, site);
        self.pending = wait; // from now on it can move only while the condition holds
        boolean blocks = false;
        do {
            if (wait.holds()) {
                turns.step(self);
            } else {
                if (!blocks && part != null) {
                    tasks.blocks(part, wait);
                }
                blocks = true;
                turns.rest(self);
            }
        } while (!wait.holds());
        self.pending = null;
        if (blocks && part != null) {
            tasks.resumes(part, wait);
        }
        self.events.passes(site, offset);
        log.waited(self, wait);
    }

    @Override
    public void rowsSent(View target, long peer, long asked, long sent, int site) {
        rows.add(site, device, Peers.device(target, peer), asked, sent);
    }

    @Override
    public void enter(CollectiveCall call) {
        at(call.site());
        turns.step(self);
        self.events.enters(call.site(), calls.entered(device, call.group()) + 1);
        boolean fits = calls.enter(device, call);
        log.did(Trace.Kind.ENTER, self, call.site(), calls.entered(device, call.group()));
        if (!fits) {
            self.disagrees = true;
            while (true) {
                turns.rest(self); // the run ends when all others have come to a stop
            }
        }
    }

    @Override
    public void fence() {
        if (memory.holds()) {
            turns.step(self);
            memory.fence(self);
        } else {
            turns.check();
        }
        log.fenced(self);
    }

    @Override
    public void invalidate() {
        memory.invalidate(self);
        log.invalidated(self);
    }

    @Override
    public void invalidate(View region) {
        memory.invalidate(self, region.areas());
        log.touched(Trace.Kind.INVALIDATE, self, device, region.areas());
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
            int site) {
        return tasks.submit(function, args, access, deps, cores, flags, site);
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
    public void defer(View signal, long[] offsets, int expected, int site) {
        TaskPart own = part;
        if (own == null) {
            await(signal, offsets, expected, WaitCmp.Ge, site);
            return;
        }
        long offset = CellOffset.of(signal, offsets);
        at(site);
        self.events.awaits(site, offset, expected);
        tasks.defer(own, DeferredWait.of(signal, offsets, offset, expected, site));
    }
}
