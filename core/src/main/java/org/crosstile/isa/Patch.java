package org.crosstile.isa;

import java.util.Arrays;
import java.util.Optional;
import org.crosstile.memory.Area;
import org.crosstile.memory.View;

/**
 * A box of elements of a tensor, as bytes of memory.
 *
 * @param memory what addresses count from: two patches of different memory have nothing in common
 * @param begin address of the memory that the tensor was given
 * @param origin address of the tensor's first element
 * @param size bytes of an element
 * @param stride elements between neighbours, per dimension
 * @param from first index per dimension
 * @param to index behind the last one, per dimension
 */
record Patch(
        Object memory, long begin, long origin, int size, long[] stride, long[] from, long[] to) {
    /** Bytes that follow each other, as places in the tensor's memory. */
    record Range(long from, long to) {
        @Override
        public String toString() {
            return from + 1 == to ? "byte " + from : "bytes " + from + " to " + (to - 1);
        }
    }

    /**
     * A box of a view.
     *
     * @param stride the strides of the view; one array for all boxes of a tensor
     */
    static Patch of(View view, long[] stride, long[] offsets, long[] shape) {
        long[] to = new long[stride.length];
        for (int i = 0; i < to.length; i++) {
            to[i] = offsets[i] + shape[i];
        }
        long origin = view.location();
        long begin = origin - view.offset();
        int size = view.dtype().bytes();
        return new Patch(view.space(), begin, origin, size, stride, offsets, to);
    }

    boolean isEmpty() {
        for (int i = 0; i < from.length; i++) {
            if (from[i] >= to[i]) {
                return true;
            }
        }
        return false;
    }

    /** Address of the first byte. */
    long first() {
        return at(from);
    }

    /** Address behind the last byte. */
    long end() {
        long at = origin + size;
        for (int i = 0; i < from.length; i++) {
            at += (to[i] - 1) * stride[i] * size;
        }
        return at;
    }

    private long at(long[] index) {
        long at = origin;
        for (int i = 0; i < index.length; i++) {
            at += index[i] * stride[i] * size;
        }
        return at;
    }

    /** How many elements a dimension has. */
    long extent(int i) {
        return to[i] - from[i];
    }

    /** Whether both are boxes of one tensor. */
    boolean isOfTensorOf(Patch other) {
        return memory.equals(other.memory)
                && origin == other.origin
                && size == other.size
                && (stride == other.stride || Arrays.equals(stride, other.stride));
    }

    /** Whether both have a byte in common. */
    boolean overlaps(Patch other) {
        return common(other).isPresent();
    }

    /** The first bytes that both have in common. */
    Optional<Range> common(Patch other) {
        if (!memory.equals(other.memory) || first() >= other.end() || other.first() >= end()) {
            return Optional.empty();
        }
        Areas mine = Areas.of(this);
        Areas theirs = Areas.of(isOfTensorOf(other) ? intersection(other) : other);
        for (long i = 0; i < theirs.count(); i++) {
            Optional<Range> common = mine.common(theirs.get(i));
            if (common.isPresent()) {
                return common.map(range -> new Range(range.from - begin, range.to - begin));
            }
        }
        return Optional.empty();
    }

    /** Whether it has one of the bytes from an address to another (exclusive). */
    boolean touches(Object space, long low, long high) {
        return memory.equals(space)
                && low < end()
                && first() < high
                && Areas.of(this).common(Area.run(low, high - low)).isPresent();
    }

    /** What is in both of two boxes of one tensor; may be empty. */
    private Patch intersection(Patch other) {
        long[] low = from.clone();
        long[] high = to.clone();
        for (int i = 0; i < low.length; i++) {
            low[i] = Math.max(low[i], other.from[i]);
            high[i] = Math.min(high[i], other.to[i]);
        }
        return new Patch(memory, begin, origin, size, stride, low, high);
    }

    /**
     * The rectangles that a box consists of: one for each index of the outer dimensions.
     *
     * @param outer how many dimensions those are
     * @param bytes length of a run
     * @param step bytes from a run to the next
     * @param runs of a rectangle
     * @param count of rectangles
     */
    private record Areas(Patch box, int outer, long bytes, long step, long runs, long count) {
        static Areas of(Patch box) {
            if (box.isEmpty()) {
                return new Areas(box, 0, 0, 0, 0, 0);
            }
            int last = box.from.length - 1;
            boolean rows = box.isClose(last);
            boolean columns = !rows && box.isClose(last - 1);
            // a run is a row, or a column, or else an element of a row
            int along = columns ? last - 1 : last;
            int across = rows ? last - 1 : last;
            int outer = rows || columns ? last - 1 : last;
            long bytes = rows || columns ? box.extent(along) * box.size : box.size;
            long step = box.stride[across] * box.size;
            long runs = box.extent(across);
            if (step <= bytes) {
                bytes += (runs - 1) * step;
                runs = 1;
            }
            long count = 1;
            for (int i = 0; i < outer; i++) {
                count *= box.extent(i);
            }
            return new Areas(box, outer, bytes, Math.max(step, bytes), runs, count);
        }

        Area get(long number) {
            long[] index = box.from.clone();
            long rest = number;
            for (int i = outer - 1; i >= 0; i--) {
                index[i] += rest % box.extent(i);
                rest /= box.extent(i);
            }
            return new Area(box.at(index), bytes, step, runs);
        }

        /** The first bytes that are in a rectangle, too; addresses. */
        Optional<Range> common(Area other) {
            for (long i = 0; i < count; i++) {
                Area mine = get(i);
                long first = mine.firstCommon(other);
                if (first >= 0) {
                    long end = Math.min(runEnd(mine, first), runEnd(other, first));
                    return Optional.of(new Range(first, end));
                }
            }
            return Optional.empty();
        }

        private static long runEnd(Area area, long at) {
            long run = area.runs() == 1 ? 0 : (at - area.offset()) / area.stride();
            return area.offset() + run * area.stride() + area.bytes();
        }
    }

    /** Whether the elements of a dimension lie next to each other. */
    private boolean isClose(int i) {
        return stride[i] == 1 || extent(i) == 1;
    }

    /** Whether all of another box of the same tensor lies in this one. */
    boolean covers(Patch other) {
        for (int i = 0; i < from.length; i++) {
            if (other.from[i] < from[i] || other.to[i] > to[i]) {
                return false;
            }
        }
        return true;
    }

    /** The dimension in which another box of the same tensor continues this one, or -1. */
    int continuedBy(Patch other) {
        int along = -1;
        for (int i = 0; i < from.length; i++) {
            if (from[i] != other.from[i] || to[i] != other.to[i]) {
                if (along >= 0 || other.from[i] != to[i]) {
                    return -1;
                }
                along = i;
            }
        }
        return along;
    }

    /** Both boxes in one, where the other continues this one. */
    Patch with(Patch other) {
        return new Patch(memory, begin, origin, size, stride, from, other.to);
    }
}
