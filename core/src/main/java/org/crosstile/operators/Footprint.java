package org.crosstile.operators;

import java.util.Arrays;
import java.util.Optional;

/**
 * Which bytes a view of elements covers.
 *
 * @param begin the first of them, counted in something that views have in common
 * @param stride elements between neighbours, per dimension
 * @param size bytes of an element
 */
record Footprint(long begin, long[] shape, long[] stride, int size) {
    /** More runs of bytes than this are not told apart: then all between them counts. */
    private static final int MOST_RUNS = 1 << 16;

    /** Bytes from {@code from} to {@code to}, which is not one of them. */
    record Range(long from, long to) {
        @Override
        public String toString() {
            return to - from == 1 ? "byte " + from : "bytes " + from + " to " + (to - 1);
        }
    }

    /** From the first byte to the last; empty if there is no element. */
    Range all() {
        long last = 0;
        for (int d = 0; d < shape.length; d++) {
            if (shape[d] == 0) {
                return new Range(begin, begin);
            }
            last += (shape[d] - 1) * stride[d];
        }
        return new Range(begin, begin + (last + 1) * size);
    }

    /** From the first byte that both cover to the last one; empty if there is none. */
    Optional<Range> shared(Footprint other) {
        Range mine = all();
        Range theirs = other.all();
        long from = Math.max(mine.from(), theirs.from());
        long to = Math.min(mine.to(), theirs.to());
        if (from >= to) {
            return Optional.empty();
        }
        long[] runs = runs();
        long[] others = other.runs();
        if (runs.length == 0 || others.length == 0) {
            return Optional.of(new Range(from, to));
        }
        return shared(runs, runBytes(), others, other.runBytes());
    }

    private static Optional<Range> shared(long[] a, long aBytes, long[] b, long bBytes) {
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        int i = 0;
        int j = 0;
        while (i < a.length && j < b.length) {
            long from = Math.max(a[i], b[j]);
            long to = Math.min(a[i] + aBytes, b[j] + bBytes);
            if (from < to) {
                first = Math.min(first, from);
                last = Math.max(last, to);
            }
            if (a[i] + aBytes <= b[j] + bBytes) {
                i++;
            } else {
                j++;
            }
        }
        return first < last ? Optional.of(new Range(first, last)) : Optional.empty();
    }

    /** How many trailing dimensions lie without gaps, so that they are one run. */
    private int packedDimensions() {
        long step = 1;
        int packed = 0;
        for (int d = shape.length - 1; d >= 0; d--) {
            if (shape[d] != 1 && stride[d] != step) {
                break;
            }
            step *= shape[d];
            packed++;
        }
        return packed;
    }

    private long runBytes() {
        long elements = 1;
        for (int d = shape.length - packedDimensions(); d < shape.length; d++) {
            elements *= shape[d];
        }
        return elements * size;
    }

    /** Where the runs begin, in order; none if they are too many. */
    private long[] runs() {
        int outer = shape.length - packedDimensions();
        long count = 1;
        for (int d = 0; d < outer; d++) {
            count *= shape[d];
        }
        if (count > MOST_RUNS) {
            return new long[0];
        }
        long[] starts = new long[(int) count];
        for (int i = 0; i < starts.length; i++) {
            long rest = i;
            long at = 0;
            for (int d = outer - 1; d >= 0; d--) {
                at += rest % shape[d] * stride[d];
                rest /= shape[d];
            }
            starts[i] = begin + at * size;
        }
        Arrays.sort(starts);
        return starts;
    }
}
