package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Area;
import org.crosstile.memory.Fresh;
import org.crosstile.memory.View;
import org.crosstile.memory.Watch;
import org.crosstile.record.Trace;

/** Observes one device's windows; who accesses them is whoever has the turn. */
final class RegionWatch implements Watch {
    private final int device;
    private final Turns turns;
    private final Memory memory;
    private final Log log;
    private final Optional<Fresh> fresh;

    RegionWatch(int device, Turns turns, Memory memory, Log log, Optional<Unset> unset) {
        this.fresh = unset.map(all -> all.windows(device));
        this.device = device;
        this.turns = turns;
        this.memory = memory;
        this.log = log;
    }

    @Override
    public void reads(View view, List<Area> areas) {
        Agent me = turns.current();
        turns.step(me);
        memory.beforeRead(me, device, areas);
        log.touched(Trace.Kind.READ, me, device, areas);
    }

    @Override
    public void writes(View view, List<Area> areas, Write write) {
        Agent me = turns.current();
        Write[] held = {memory.holds() ? write.captured() : write};
        turns.step(me, () -> held[0] = memory.holds() ? held[0] : write.captured());
        int event = log.size();
        Trace.Kind kind = write.adds() ? Trace.Kind.ADD : Trace.Kind.WRITE;
        log.wrote(kind, me, device, view.dtype(), areas, held[0]);
        fresh.ifPresent(known -> known.written().add(areas));
        memory.write(me, device, event, areas, held[0]);
    }

    @Override
    public MemorySegment readsElement(View view, long address) {
        Agent me = turns.current();
        turns.step(me);
        List<Area> areas = List.of(Area.run(address, view.dtype().bytes()));
        memory.beforeRead(me, device, areas);
        log.touched(Trace.Kind.READ_ELEMENT, me, device, areas);
        fresh.ifPresent(known -> known.uses(view, areas));
        return memory.element(me, device, view, address);
    }

    @Override
    public void writesElement(View view, long address, Write write) {
        Agent me = turns.current();
        turns.step(me);
        List<Area> areas = List.of(Area.run(address, view.dtype().bytes()));
        log.wrote(Trace.Kind.WRITE_ELEMENT, me, device, view.dtype(), areas, write);
        fresh.ifPresent(known -> known.written().add(areas));
        memory.writeElement(me, device, view, address, write);
    }

    @Override
    public Optional<Fresh> fresh() {
        return fresh;
    }
}
