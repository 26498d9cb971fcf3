package org.crosstile.isa;

import java.util.Arrays;
import org.crosstile.memory.View;

/**
 * A box of elements of a tensor, as bytes of memory.
 *
 * @param memory what addresses count from: two patches of different memory have nothing in common
 * @param origin address of the tensor's first element
 * @param size bytes of an element
 * @param stride elements between neighbours, per dimension
 * @param from first index per dimension
 * @param to index behind the last one, per dimension
 */
record Patch(Object memory, long origin, int size, long[] stride, long[] from, long[] to) {
    /** Two boxes of so many rows each are compared row by row; larger ones only as a whole. */
    private static final long MOST_ROWS = 1 << 16;

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
        return new Patch(view.space(), view.location(), view.dtype().bytes(), stride, offsets, to);
    }

    boolean isEmpty() {
        for (int i = 0; i < from.length; i++) {
            if (from[i] >= to[i]) {
                return true;
            }
        }
        return false;
    }

    private long first() {
        return at(from);
    }

    private long end() {
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

    /** Whether both are boxes of one tensor. */
    boolean isOfTensorOf(Patch other) {
        return memory.equals(other.memory)
                && origin == other.origin
                && size == other.size
                && (stride == other.stride || Arrays.equals(stride, other.stride));
    }

    /** Whether both have a byte in common; false if that is too costly to know. */
    boolean overlaps(Patch other) {
        if (!memory.equals(other.memory) || first() >= other.end() || other.first() >= end()) {
            return false;
        }
        if (isOfTensorOf(other)) {
            for (int i = 0; i < from.length; i++) {
                if (from[i] >= other.to[i] || other.from[i] >= to[i]) {
                    return false;
                }
            }
            return true;
        }
        return overlapsByRows(other);
    }

    private boolean overlapsByRows(Patch other) {
        long[] mine = runs();
        long[] theirs = other.runs();
        int i = 0;
        int j = 0;
        while (i < mine.length && j < theirs.length) {
            if (mine[i] < theirs[j] + other.runBytes() && theirs[j] < mine[i] + runBytes()) {
                return true;
            }
            if (mine[i] < theirs[j]) {
                i++;
            } else {
                j++;
            }
        }
        return false;
    }

    private boolean hasRuns() {
        int last = from.length - 1;
        return stride[last] == 1 || to[last] - from[last] == 1;
    }

    private long runBytes() {
        int last = from.length - 1;
        return hasRuns() ? (to[last] - from[last]) * size : size;
    }

    /** Addresses of the runs of neighbouring bytes, ascending; none if there are too many. */
    private long[] runs() {
        int dimensions = hasRuns() ? from.length - 1 : from.length;
        long n = 1;
        for (int i = 0; i < dimensions; i++) {
            n *= to[i] - from[i];
        }
        if (n > MOST_ROWS) {
            return new long[0];
        }
        long[] runs = new long[(int) n];
        long[] index = from.clone();
        for (int k = 0; k < runs.length; k++) {
            runs[k] = at(index);
            for (int i = dimensions - 1; i >= 0 && ++index[i] == to[i]; i--) {
                index[i] = from[i];
            }
        }
        Arrays.sort(runs);
        return runs;
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
        return new Patch(memory, origin, size, stride, from, other.to);
    }
}
