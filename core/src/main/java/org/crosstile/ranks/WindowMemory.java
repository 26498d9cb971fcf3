package org.crosstile.ranks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fill;
import org.crosstile.memory.MachineMemory;
import org.crosstile.memory.Region;
import org.crosstile.record.EventRing;

/** One region per rank, all with the same layout. */
final class WindowMemory {
    private final Arena arena;
    private final Region.Layout layout;
    private final Region[] regions;
    private final Map<String, DType> types = new HashMap<>();

    /**
     * @param arenas gives what ends with the memory, also if the memory cannot be made
     * @throws org.crosstile.memory.Fault if this machine does not have so much memory
     */
    WindowMemory(
            WindowPlan plan,
            int ranks,
            Filling filling,
            Supplier<Arena> arenas,
            Deadline deadline) {
        arena = arenas.get();
        List<Region.Window> windows = new ArrayList<>();
        plan.names().forEach(name -> windows.add(new Region.Window(name, plan.bytes(name))));
        plan.names().forEach(name -> plan.dtype(name).ifPresent(type -> types.put(name, type)));
        layout = Region.Layout.of(windows, EventRing.BYTES);
        regions = new Region[ranks];
        try {
            MachineMemory.require(
                    layout.bytes() > Long.MAX_VALUE / ranks
                            ? Long.MAX_VALUE
                            : layout.bytes() * ranks);
            for (int d = 0; d < ranks; d++) {
                deadline.check();
                regions[d] = Region.create(layout, arena);
                fill(regions[d], filling);
            }
        } catch (OutOfMemoryError e) { // what the first ranks have got, is given back
            arena.close();
            throw plan.tooLarge();
        } catch (Throwable failed) {
            arena.close();
            throw failed;
        }
    }

    static WindowMemory create(WindowPlan plan, int ranks, Filling filling, Deadline deadline) {
        return new WindowMemory(plan, ranks, filling, Arena::ofShared, deadline);
    }

    /** Byte offset of each window in every region. */
    Map<String, Long> offsets() {
        return layout.offsets();
    }

    MemorySegment[] regions() {
        MemorySegment[] segments = new MemorySegment[regions.length];
        for (int d = 0; d < regions.length; d++) {
            segments[d] = regions[d].segment();
        }
        return segments;
    }

    /** The ring of events in each rank's region. */
    MemorySegment records(int device) {
        return regions[device].records();
    }

    /** Zeroes the windows of all ranks, or fills them with what new memory holds. */
    void clear(Filling filling) {
        for (Region region : regions) {
            region.clear();
            fill(region, filling);
        }
    }

    private void fill(Region region, Filling filling) {
        if (filling.fill() == Fill.zero) {
            return;
        }
        for (Region.Slot slot : layout.slots()) {
            Optional.ofNullable(types.get(slot.name()))
                    .ifPresent(dtype ->
                            filling.of(slot.name(), dtype)
                                    .in(region.segment(), slot.offset(), slot.bytes(), dtype));
        }
    }

    /** Where something was written between the windows. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        for (int d = 0; d < regions.length; d++) {
            for (Region.Violation violation : regions[d].guardViolations()) {
                found.add("rank " + d + ", " + violation);
            }
        }
        return found;
    }

    void close() {
        arena.close();
    }
}
