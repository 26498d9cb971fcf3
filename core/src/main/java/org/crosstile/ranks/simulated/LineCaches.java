package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.memory.Area;
import org.crosstile.memory.Watch;

/**
 * The scalar caches of all cores: lines of 64 bytes that are fetched as a whole, and written back
 * as a whole, whatever others have written there in between.
 */
final class LineCaches {
    private static final int LINE = 64;

    /** One of so many accesses finds that its line has been displaced. */
    private static final int DISPLACED_ONCE_IN = 16;

    /** Takes a line that is written back. */
    interface Back {
        void write(Agent by, int device, List<Area> areas, Watch.Write line);
    }

    /** One core's lines of one region. */
    private static final class Lines {
        final int device;
        final MemorySegment region;
        final MemorySegment copy;
        final BitSet valid = new BitSet();
        final BitSet dirty = new BitSet();

        Lines(int device, MemorySegment region) {
            this.device = device;
            this.region = region;
            // longs, and not bytes, because cells are read at their natural alignment
            this.copy =
                    MemorySegment.ofArray(
                            new long[Math.toIntExact(Math.ceilDiv(region.byteSize(), LINE) * 8)]);
        }
    }

    private final Choices choices;
    private final Back back;
    private final Map<Agent, Map<Integer, Lines>> caches = new HashMap<>();

    LineCaches(Choices choices, Back back) {
        this.choices = choices;
        this.back = back;
    }

    /** The copy in which an element is read. */
    MemorySegment read(Agent me, int device, MemorySegment region, long address, int bytes) {
        Lines lines = lines(me, device, region);
        fetch(me, lines, address, bytes);
        return lines.copy;
    }

    /** Writes an element to the copy. */
    void write(
            Agent me,
            int device,
            MemorySegment region,
            long address,
            int bytes,
            Watch.Write write) {
        Lines lines = lines(me, device, region);
        fetch(me, lines, address, bytes);
        write.apply(lines.copy);
        lines.dirty.set(line(address), line(address + bytes - 1) + 1);
    }

    private Lines lines(Agent me, int device, MemorySegment region) {
        return caches.computeIfAbsent(me, a -> new HashMap<>())
                .computeIfAbsent(device, d -> new Lines(d, region));
    }

    private static int line(long address) {
        return Math.toIntExact(address / LINE);
    }

    private void fetch(Agent me, Lines lines, long address, int bytes) {
        for (int line = line(address); line <= line(address + bytes - 1); line++) {
            if (lines.valid.get(line) && choices.oneIn(DISPLACED_ONCE_IN)) {
                displace(me, lines, line);
            }
            if (!lines.valid.get(line)) {
                lines.valid.set(line);
                copy(lines.region, lines.copy, line);
            }
        }
    }

    private static void copy(MemorySegment from, MemorySegment to, int line) {
        long at = (long) line * LINE;
        MemorySegment.copy(from, at, to, at, Math.min(LINE, from.byteSize() - at));
    }

    private void displace(Agent me, Lines lines, int line) {
        lines.valid.clear(line);
        if (lines.dirty.get(line)) {
            lines.dirty.clear(line);
            MemorySegment kept = MemorySegment.ofArray(new byte[LINE]);
            long at = (long) line * LINE;
            MemorySegment.copy(lines.copy, at, kept, 0, LINE);
            back.write(
                    me,
                    lines.device,
                    List.of(Area.run(at, LINE)),
                    () -> MemorySegment.copy(kept, 0, lines.region, at, LINE));
        }
    }

    /** All lines of a core are written back and forgotten. */
    void invalidate(Agent me) {
        Map<Integer, Lines> all = caches.get(me);
        if (all != null) {
            for (Lines lines : List.copyOf(all.values())) {
                for (int line : lines.valid.stream().toArray()) {
                    displace(me, lines, line);
                }
            }
        }
    }

    /** The lines of some bytes of the own device are written back and forgotten. */
    void invalidate(Agent me, List<Area> areas) {
        Map<Integer, Lines> all = caches.get(me);
        Lines lines = all == null ? null : all.get(me.deviceNumber());
        if (lines == null) {
            return;
        }
        List<Integer> hit = new ArrayList<>();
        for (int line : lines.valid.stream().toArray()) {
            Area bytes = Area.run((long) line * LINE, LINE);
            if (areas.stream().anyMatch(area -> area.intersects(bytes))) {
                hit.add(line);
            }
        }
        hit.forEach(line -> displace(me, lines, line));
    }
}
