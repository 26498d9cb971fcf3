package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
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

    /** Where a line is. */
    private record Place(int device, long line) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            int byDevice = Integer.compare(device, other.device);
            return byDevice != 0 ? byDevice : Long.compare(line, other.line);
        }

        long offset() {
            return line * LINE;
        }
    }

    /** A core's copy of a line. */
    private static final class Line {
        final MemorySegment region;
        final MemorySegment copy;
        boolean dirty;

        Line(MemorySegment region, long offset) {
            this.region = region;
            // longs, and not bytes, because cells are read at their natural alignment
            this.copy = MemorySegment.ofArray(new long[LINE / Long.BYTES]);
            MemorySegment.copy(region, offset, copy, 0, LINE);
        }
    }

    private final Choices choices;
    private final Back back;
    private final Map<Agent, Map<Place, Line>> caches = new HashMap<>();

    LineCaches(Choices choices, Back back) {
        this.choices = choices;
        this.back = back;
    }

    /** Where an element is read: it is the first one there. */
    MemorySegment read(Agent me, int device, MemorySegment region, long address, int bytes) {
        return element(fetch(me, device, region, address), address, bytes);
    }

    /** Writes an element to the copy. */
    void write(
            Agent me,
            int device,
            MemorySegment region,
            long address,
            int bytes,
            Watch.Write write) {
        Line line = fetch(me, device, region, address);
        write.apply(element(line, address, bytes));
        line.dirty = true;
    }

    /** Elements lie at multiples of their size, and so in one line. */
    private static MemorySegment element(Line line, long address, int bytes) {
        return line.copy.asSlice(address % LINE, bytes);
    }

    private Line fetch(Agent me, int device, MemorySegment region, long address) {
        Map<Place, Line> lines = caches.computeIfAbsent(me, a -> new TreeMap<>());
        Place place = new Place(device, address / LINE);
        Line line = lines.get(place);
        if (line != null && choices.oneIn(DISPLACED_ONCE_IN)) {
            displace(me, place);
            line = null;
        }
        if (line == null) {
            line = new Line(region, place.offset());
            lines.put(place, line);
        }
        return line;
    }

    private void displace(Agent me, Place place) {
        Map<Place, Line> lines = caches.get(me);
        Line line = lines == null ? null : lines.remove(place);
        if (line != null && line.dirty) {
            back.write(
                    me,
                    place.device(),
                    List.of(Area.run(place.offset(), LINE)),
                    () -> MemorySegment.copy(line.copy, 0, line.region, place.offset(), LINE));
        }
    }

    /** All lines of a core are written back and forgotten. */
    void invalidate(Agent me) {
        places(me).forEach(place -> displace(me, place));
    }

    /** The lines of some bytes of the own device are written back and forgotten. */
    void invalidate(Agent me, List<Area> areas) {
        for (Place place : places(me)) {
            Area bytes = Area.run(place.offset(), LINE);
            if (place.device() == me.deviceNumber()
                    && areas.stream().anyMatch(area -> area.intersects(bytes))) {
                displace(me, place);
            }
        }
    }

    private List<Place> places(Agent me) {
        Map<Place, Line> lines = caches.get(me);
        return lines == null ? List.of() : List.copyOf(lines.keySet());
    }
}
