package org.crosstile.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One rank's memory that peers may reach. All ranks of a program have the same layout, so a window
 * has the same byte offset in every region.
 *
 * <pre>
 *      0 +-----------------------------+
 *        | header                      |  0 magic, 4 layout version, 8 bytes of the region,
 *        |                             |  16 offset of the records, 24 bytes of the records
 *    128 +-----------------------------+
 *        | control                     |  8 lines of 128 bytes: words of the runtime itself
 *   1152 +-----------------------------+
 *        | guard                       |  64 bytes of 0xA5 at least
 *        +-----------------------------+  a multiple of 128
 *        | window 0                    |  its bytes, rounded up to 32; zero at first
 *        +-----------------------------+
 *        | guard                       |  64 bytes of 0xA5
 *        +- - - - - - - - - - - - - - -+
 *        | guard                       |  64 bytes of 0xA5, and what fills the line
 *        +-----------------------------+  a multiple of 128
 *        | window 1                    |
 *        +-----------------------------+
 *        | guard                       |  64 bytes of 0xA5 at least
 *        +-----------------------------+  a multiple of 4096
 *        | records                     |  the ring of events of this rank
 *        +-----------------------------+
 * </pre>
 *
 * <p>Signal cells have no part of their own: the cells are the INT32 elements of the window that
 * the program allocates for them, and begin on a line that no other window shares. A slot is
 * rounded up to 32 bytes because tail reads of FP16 may reach up to 15 elements too far.
 *
 * <p>All pages are written when a region is made, so no later access faults. A region is never
 * mapped a second time.
 */
public final class Region {
    /** Changes whenever the drawing does. */
    public static final int LAYOUT_VERSION = 1;

    /** Lines of the control part. */
    public static final int CONTROL_LINES = 8;

    /** Bytes that two cores do not share by accident. */
    public static final int LINE = 128;

    /** Bytes of a guard. */
    public static final int GUARD = 64;

    /** What a guard is filled with. */
    public static final byte GUARD_BYTE = (byte) 0xA5;

    private static final int MAGIC = 0x43545231;
    private static final int SLOT = 32;
    private static final int PAGE = 4096;
    private static final long FIRST_GUARD = (1 + CONTROL_LINES) * (long) LINE;

    private final Layout layout;
    private final MemorySegment segment;

    private Region(Layout layout, MemorySegment segment) {
        this.layout = layout;
        this.segment = segment;
    }

    /** A window to be laid out. */
    public record Window(String name, long bytes) {}

    /** Where a window lies; {@code bytes} are rounded up. */
    public record Slot(String name, long offset, long bytes) {
        long end() {
            return offset + bytes;
        }
    }

    /** Where everything lies in the regions of a program. */
    public record Layout(List<Slot> slots, long recordOffset, long recordBytes) {
        public Layout {
            slots = List.copyOf(slots);
        }

        /**
         * Lays windows out in order.
         *
         * @param recordBytes size of the ring of events; may be 0
         * @throws ArithmeticException if a long cannot hold the size of a region
         */
        public static Layout of(List<Window> windows, long recordBytes) {
            List<Slot> slots = new ArrayList<>();
            long end = FIRST_GUARD;
            for (Window window : windows) {
                long offset = roundUp(Math.addExact(end, GUARD), LINE);
                long bytes = roundUp(window.bytes(), SLOT);
                slots.add(new Slot(window.name(), offset, bytes));
                end = Math.addExact(Math.addExact(offset, bytes), GUARD);
            }
            long records = roundUp(end, PAGE);
            long recorded = roundUp(recordBytes, LINE);
            Math.addExact(records, recorded);
            return new Layout(slots, records, recorded);
        }

        /** Byte offset of each window, by name. */
        public Map<String, Long> offsets() {
            Map<String, Long> offsets = new LinkedHashMap<>();
            slots.forEach(slot -> offsets.put(slot.name(), slot.offset()));
            return offsets;
        }

        /** Size of a region. */
        public long bytes() {
            return recordOffset + recordBytes;
        }
    }

    private static long roundUp(long n, long unit) {
        return Math.multiplyExact(Math.ceilDiv(n, unit), unit);
    }

    /** A region with zeroed windows. */
    public static Region create(Layout layout, Arena arena) {
        Region region = new Region(layout, arena.allocate(layout.bytes(), PAGE));
        region.writeHeader();
        long from = FIRST_GUARD;
        for (Slot slot : layout.slots()) {
            region.segment.asSlice(from, slot.offset() - from).fill(GUARD_BYTE);
            from = slot.end();
        }
        region.segment.asSlice(from, layout.recordOffset() - from).fill(GUARD_BYTE);
        return region;
    }

    private void writeHeader() {
        segment.set(ValueLayout.JAVA_INT, 0, MAGIC);
        segment.set(ValueLayout.JAVA_INT, 4, LAYOUT_VERSION);
        segment.set(ValueLayout.JAVA_LONG, 8, layout.bytes());
        segment.set(ValueLayout.JAVA_LONG, 16, layout.recordOffset());
        segment.set(ValueLayout.JAVA_LONG, 24, layout.recordBytes());
    }

    /**
     * A region that someone else has made, in memory that both share.
     *
     * @throws IllegalArgumentException if it is none, or of another layout
     */
    public static Region attach(Layout layout, MemorySegment segment) {
        boolean same =
                segment.byteSize() >= layout.bytes()
                        && segment.get(ValueLayout.JAVA_INT, 0) == MAGIC
                        && segment.get(ValueLayout.JAVA_INT, 4) == LAYOUT_VERSION
                        && segment.get(ValueLayout.JAVA_LONG, 8) == layout.bytes()
                        && segment.get(ValueLayout.JAVA_LONG, 16) == layout.recordOffset();
        if (!same) {
            throw new IllegalArgumentException("no region of layout version " + LAYOUT_VERSION);
        }
        return new Region(layout, segment);
    }

    /** Zeroes the windows, as when the region was made. */
    public void clear() {
        for (Slot slot : layout.slots()) {
            segment.asSlice(slot.offset(), slot.bytes()).fill((byte) 0);
        }
    }

    public Layout layout() {
        return layout;
    }

    /** All of the region; views of windows are offsets in it. */
    public MemorySegment segment() {
        return segment;
    }

    /** One line for words of the runtime. */
    public MemorySegment control(int line) {
        return segment.asSlice(LINE * (1L + line), LINE);
    }

    /** The ring of events. */
    public MemorySegment records() {
        return segment.asSlice(layout.recordOffset(), layout.recordBytes());
    }

    /**
     * A guard byte that somebody overwrote.
     *
     * @param window the nearest window
     * @param distance bytes past its end, or negative: before its beginning
     */
    public record Violation(String window, long distance) {
        @Override
        public String toString() {
            return distance < 0
                    ? -distance + " bytes before `" + window + "`"
                    : distance + " bytes past the end of `" + window + "`";
        }
    }

    /** The first overwritten byte of each guard. */
    public List<Violation> guardViolations() {
        List<Violation> found = new ArrayList<>();
        long from = FIRST_GUARD;
        for (int i = 0; i <= layout.slots().size(); i++) {
            boolean last = i == layout.slots().size();
            long to = last ? layout.recordOffset() : layout.slots().get(i).offset();
            long at = firstChanged(from, to);
            if (at < to && !layout.slots().isEmpty()) {
                found.add(violation(i, at));
            }
            from = last ? to : layout.slots().get(i).end();
        }
        return found;
    }

    private long firstChanged(long from, long to) {
        long at = from;
        while (at < to && segment.get(ValueLayout.JAVA_BYTE, at) == GUARD_BYTE) {
            at++;
        }
        return at;
    }

    private Violation violation(int next, long at) {
        List<Slot> slots = layout.slots();
        boolean hasBefore = next > 0;
        boolean hasAfter = next < slots.size();
        long past = hasBefore ? at - slots.get(next - 1).end() : Long.MAX_VALUE;
        long ahead = hasAfter ? slots.get(next).offset() - at : Long.MAX_VALUE;
        return past < ahead
                ? new Violation(slots.get(next - 1).name(), past)
                : new Violation(slots.get(next).name(), -ahead);
    }
}
