package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.crosstile.abi.NotifyOp;
import org.crosstile.memory.Area;
import org.crosstile.memory.Cells;
import org.crosstile.memory.View;
import org.crosstile.memory.Watch;
import org.crosstile.ranks.PendingWait;

/** When writes and deposits take effect: the memory models. Called by whose turn it is. */
final class Memory {
    private final MemoryModel model;
    private final MemorySegment[] regions;
    private final Device[] devices;
    private final Turns turns;
    private final Flight flight;
    private final Log log;
    private final boolean drainsAtOnce;
    private final LineCaches caches;

    Memory(
            Schedule schedule,
            MemorySegment[] regions,
            Device[] devices,
            Turns turns,
            Flight flight,
            Log log,
            boolean drainsAtOnce) {
        this.model = schedule.memory();
        this.regions = regions;
        this.devices = devices;
        this.turns = turns;
        this.flight = flight;
        this.log = log;
        this.drainsAtOnce = drainsAtOnce;
        this.caches = new LineCaches(new Choices(~schedule.seed()), this::writeBack);
    }

    /** Whether effects may come later than what causes them. */
    boolean holds() {
        return model != MemoryModel.SEQUENTIAL;
    }

    /** Changes a cell of a device, now or later; gives the number of the event. */
    int deposit(Agent me, int site, int device, long offset, NotifyOp op, int value) {
        if (!holds() || device == me.deviceNumber()) {
            int result = put(me, site, device, offset, op, value);
            int done = log.notified(me, site, device, offset, op, value, result);
            changed(device);
            return done;
        }
        int event = log.notified(me, site, device, offset, op, value, 0);
        flight.send(
                me.outbox.lane(device, true),
                new Sent(
                        event,
                        event + 1,
                        List.of(Area.run(offset, Integer.BYTES)),
                        () -> {
                            log.landed(event, put(me, site, device, offset, op, value));
                            changed(device);
                        }));
        return event;
    }

    private int put(Agent by, int site, int device, long offset, NotifyOp op, int value) {
        int result = value;
        if (op == NotifyOp.AtomicAdd) {
            result = Cells.add(regions[device], offset, value);
        } else {
            Cells.set(regions[device], offset, value);
        }
        by.events.notified(site, device, offset, op, value, result);
        return result;
    }

    /**
     * Writes to the memory of a device, now or later.
     *
     * @param event the first of the trace that tells of it
     * @param areas what it changes
     * @param write independent of its source, if {@link #holds}
     */
    void write(Agent me, int device, int event, List<Area> areas, Watch.Write write) {
        if (!holds()) {
            write.apply();
            changed(device);
            return;
        }
        flight.send(
                lane(me, device),
                new Sent(
                        event,
                        log.size(),
                        areas,
                        () -> {
                            write.apply();
                            changed(device);
                        }));
    }

    private record Sent(int firstEvent, int lastEvent, List<Area> areas, Runnable effect)
            implements Flight.Parcel {
        @Override
        public void arrive() {
            effect.run();
        }
    }

    private Flight.Lane lane(Agent me, int device) {
        Device own = me.device;
        return own != null && device == own.number
                ? own.localLane()
                : me.outbox.lane(device, false);
    }

    /** What an agent wrote to a device before is there when it reads. */
    void beforeRead(Agent me, int device, List<Area> areas) {
        Device own = me.device;
        Outbox outbox = own != null && device == own.number ? own.local : me.outbox;
        if (outbox.writes > 0 || outbox.deposits > 0) {
            drain(me, outbox.lane(device, false), areas);
            drain(me, outbox.lane(device, true), areas);
        }
    }

    private void drain(Agent me, Flight.Lane lane, List<Area> areas) {
        while (lane.touches(areas)) {
            if (drainsAtOnce) {
                flight.drain(lane);
            } else {
                me.until = () -> !lane.touches(areas);
                turns.rest(me);
            }
        }
        me.until = null;
    }

    /** Memory that begins with the element that an agent reads. */
    MemorySegment element(Agent me, int device, View view, long address) {
        return model == MemoryModel.LINE
                ? caches.read(me, device, view.segment(), address, view.dtype().bytes())
                : view.segment().asSlice(address);
    }

    /** Writes an element. */
    void writeElement(Agent me, int device, View view, long address, Watch.Write write) {
        if (model == MemoryModel.LINE) {
            caches.write(me, device, view.segment(), address, view.dtype().bytes(), write);
        } else {
            List<Area> areas = List.of(Area.run(address, view.dtype().bytes()));
            write(me, device, log.size() - 1, areas, write);
        }
    }

    private void writeBack(Agent me, int device, List<Area> areas, Watch.Write line) {
        write(me, device, log.size(), areas, line);
    }

    /** All that an agent wrote arrives. */
    void fence(Agent me) {
        drain(me, me.outbox.dataLanes());
        Device own = me.device;
        if (own != null && own.local.writes > 0) {
            drain(me, own.local.dataLanes());
        }
    }

    /** An agent's cache is written back and forgotten. */
    void invalidate(Agent me) {
        caches.invalidate(me);
    }

    /** The lines of some bytes are written back and forgotten. */
    void invalidate(Agent me, List<Area> areas) {
        caches.invalidate(me, areas);
    }

    /** All that an agent did takes effect. */
    void ends(Agent me) {
        caches.invalidate(me);
        fence(me);
        if (me.outbox.deposits > 0) {
            drain(me, me.outbox.signalLanes());
        }
    }

    private void drain(Agent me, List<Flight.Lane> lanes) {
        if (drainsAtOnce) {
            lanes.forEach(flight::drain);
            return;
        }
        for (Flight.Lane lane : lanes) {
            while (!lane.isEmpty()) {
                me.until = lane::isEmpty;
                turns.rest(me);
            }
        }
        me.until = null;
    }

    /** Lets those move who wait for something at a device that has come. */
    private void changed(int device) {
        SimulatedTasks tasks = devices[device].tasks;
        if (tasks != null) {
            tasks.poll();
        }
        for (Agent core : devices[device].everyCore()) {
            PendingWait wait = core.pending;
            if (wait != null) {
                if (wait.holds()) {
                    turns.ready(core);
                } else {
                    turns.unready(core);
                }
            }
        }
    }
}
