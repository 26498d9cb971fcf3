package org.crosstile.ranks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.Region;
import org.crosstile.record.EventRing;

/** One region per rank, all with the same layout. */
final class WindowMemory {
    private final Arena arena = Arena.ofShared();
    private final Region.Layout layout;
    private final Region[] regions;

    private WindowMemory(WindowPlan plan, int ranks) {
        List<Region.Window> windows = new ArrayList<>();
        plan.names().forEach(name -> windows.add(new Region.Window(name, plan.bytes(name))));
        layout = Region.Layout.of(windows, EventRing.BYTES);
        regions = new Region[ranks];
        for (int d = 0; d < ranks; d++) {
            regions[d] = Region.create(layout, arena);
        }
    }

    static WindowMemory create(WindowPlan plan, int ranks) {
        return new WindowMemory(plan, ranks);
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

    /** Zeroes the windows of all ranks. */
    void clear() {
        for (Region region : regions) {
            region.clear();
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
