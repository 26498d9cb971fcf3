package org.crosstile.ranks;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One region per rank, all with the same layout. */
final class WindowMemory {
    private static final int GUARD = 64;
    private static final int ROUND = 32;
    private static final byte PATTERN = (byte) 0xA5;

    /** Bytes that belong to nobody. */
    private record Guard(long from, long to) {}

    private final Arena arena = Arena.ofShared();
    private final Map<String, Long> offsets = new LinkedHashMap<>();
    private final List<Guard> guards = new ArrayList<>();
    private final MemorySegment[] regions;

    private WindowMemory(WindowPlan plan, int ranks) {
        long end = 0;
        for (String name : plan.names()) {
            long start = (end + GUARD + GUARD - 1) / GUARD * GUARD;
            guards.add(new Guard(end, start));
            offsets.put(name, start);
            end = start + (plan.bytes(name) + ROUND - 1) / ROUND * ROUND;
        }
        guards.add(new Guard(end, end + GUARD));
        regions = new MemorySegment[ranks];
        for (int d = 0; d < ranks; d++) {
            regions[d] = arena.allocate(end + GUARD, GUARD);
            for (Guard guard : guards) {
                regions[d].asSlice(guard.from(), guard.to() - guard.from()).fill(PATTERN);
            }
        }
    }

    static WindowMemory create(WindowPlan plan, int ranks) {
        return new WindowMemory(plan, ranks);
    }

    /** Byte offset of each window in every region. */
    Map<String, Long> offsets() {
        return offsets;
    }

    MemorySegment[] regions() {
        return regions;
    }

    /** Where something was written between the windows, in words. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        for (int d = 0; d < regions.length; d++) {
            for (Guard guard : guards) {
                for (long at = guard.from(); at < guard.to(); at++) {
                    if (regions[d].get(ValueLayout.JAVA_BYTE, at) != PATTERN) {
                        found.add("rank " + d + ", byte " + at + " of its region");
                        break;
                    }
                }
            }
        }
        return found;
    }

    void close() {
        arena.close();
    }
}
