package org.crosstile.memory;

import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which bytes of a memory have been written since it was new. */
public final class Written {
    /** Bits of a byte's place in its page: pages that nobody writes cost nothing. */
    private static final int PAGE_BITS = 20;

    private static final int PAGE = 1 << PAGE_BITS;

    private final Map<Long, BitSet> pages = new HashMap<>();

    /** Notes that some bytes have been written. */
    public void add(List<Area> areas) {
        for (Area area : areas) {
            for (long i = 0; i < area.runs(); i++) {
                long from = area.offset() + i * area.stride();
                add(from, from + area.bytes());
            }
        }
    }

    private void add(long from, long to) {
        for (long at = from; at < to; at = pageEnd(at)) {
            long end = Math.min(to, pageEnd(at));
            page(at).set(place(at), place(at) + (int) (end - at));
        }
    }

    /** Nothing has been written any more. */
    public void clear() {
        pages.clear();
    }

    /** The first of some bytes that has not been written; -1 if all of them have. */
    public long firstGap(Area area) {
        for (long i = 0; i < area.runs(); i++) {
            long from = area.offset() + i * area.stride();
            long gap = firstGap(from, from + area.bytes());
            if (gap >= 0) {
                return gap;
            }
        }
        return -1;
    }

    /** The first byte in {@code [from, to)} that has not been written; -1 if all of them have. */
    public long firstGap(long from, long to) {
        for (long at = from; at < to; at = pageEnd(at)) {
            BitSet page = pages.get(at >> PAGE_BITS);
            if (page == null) {
                return at;
            }
            long gap = at + (page.nextClearBit(place(at)) - place(at));
            if (gap < Math.min(to, pageEnd(at))) {
                return gap;
            }
        }
        return -1;
    }

    /** The first byte in {@code [from, to)} that has been written; {@code to} if there is none. */
    public long gapEnd(long from, long to) {
        for (long at = from; at < to; at = pageEnd(at)) {
            BitSet page = pages.get(at >> PAGE_BITS);
            int next = page == null ? -1 : page.nextSetBit(place(at));
            if (next >= 0) {
                return Math.min(to, at + (next - place(at)));
            }
        }
        return to;
    }

    private BitSet page(long at) {
        return pages.computeIfAbsent(at >> PAGE_BITS, p -> new BitSet());
    }

    private static long pageEnd(long at) {
        return ((at >> PAGE_BITS) + 1) << PAGE_BITS;
    }

    private static int place(long at) {
        return (int) (at & (PAGE - 1));
    }
}
