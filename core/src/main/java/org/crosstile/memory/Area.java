package org.crosstile.memory;

/**
 * Bytes of a region as equally long runs at equal distances: a rectangle of a window. A box whose
 * rows lie at several distances is several areas.
 *
 * @param offset byte offset of the first run in the region
 * @param bytes length of a run, more than 0
 * @param stride bytes from the start of a run to the start of the next; not less than {@code
 *     bytes}, unless there is one run
 * @param runs how many there are, at least 1
 */
public record Area(long offset, long bytes, long stride, long runs) {
    /** One run. */
    public static Area run(long offset, long bytes) {
        return new Area(offset, bytes, bytes, 1);
    }

    /** Behind the last byte. */
    public long end() {
        return offset + (runs - 1) * stride + bytes;
    }

    public boolean contains(long at) {
        return firstIn(at, at + 1) >= 0;
    }

    /** Whether some byte belongs to both. */
    public boolean intersects(Area other) {
        return firstCommon(other) >= 0;
    }

    /** The first bytes in a row that belong to both; only if the two intersect. */
    public Area common(Area other) {
        long from = firstCommon(other);
        return run(from, Math.min(runEnd(from), other.runEnd(from)) - from);
    }

    /** Behind the run that a byte of mine lies in. */
    private long runEnd(long at) {
        return runs == 1 ? end() : offset + (at - offset) / stride * stride + bytes;
    }

    /** Whether some byte from {@code at} on belongs to both. */
    public boolean intersectsFrom(long at, Area other) {
        Area few = runs <= other.runs ? this : other;
        Area many = few == this ? other : this;
        for (long i = 0; i < few.runs; i++) {
            long from = few.offset + i * few.stride;
            long to = from + few.bytes;
            if (to > at && many.firstIn(Math.max(at, from), to) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Byte offset of the first byte that belongs to both; -1 if there is none. */
    public long firstCommon(Area other) {
        if (offset >= other.end() || other.offset >= end()) {
            return -1;
        }
        if (runs == 1 && other.runs == 1) {
            return Math.max(offset, other.offset);
        }
        return runs <= other.runs ? other.firstIn(this) : firstIn(other);
    }

    /** The first byte of mine in one of the other's runs, which are fewer. */
    private long firstIn(Area other) {
        for (long i = 0; i < other.runs; i++) {
            long from = other.offset + i * other.stride;
            long common = firstIn(from, from + other.bytes);
            if (common >= 0) {
                return common;
            }
        }
        return -1;
    }

    /** The first byte of mine in {@code [from, to)}; -1 if there is none. */
    private long firstIn(long from, long to) {
        long run = from < offset ? 0 : Math.min(runs - 1, (from - offset) / Math.max(1, stride));
        for (long i = run; i < Math.min(runs, run + 2); i++) {
            long start = offset + i * stride;
            long common = Math.max(start, from);
            if (common < Math.min(start + bytes, to)) {
                return common;
            }
        }
        return -1;
    }
}
