package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import org.crosstile.abi.DType;

/**
 * Arithmetic on BF16 elements: computed in FP32, rounded to nearest even.
 *
 * <p>Loops from {@code short} to {@code float} do not vectorise for BF16. Loops over {@code int}
 * do: so elements are taken in pairs, one 32-bit integer for two of them, split into even and odd
 * ones by shifts, and their bits moved to {@code float[]} by a bulk copy.
 */
final class BrainLoops {
    /** Pairs per pass: few enough that making the arrays of a pass is cheap. */
    private static final int PAIRS = 512;

    private BrainLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, short[] a, short[] b, short[] out, int from, int to) {
        int most = Math.min(PAIRS, (to - from) / 2);
        int[] left = new int[most];
        int[] right = new int[most];
        int[] even = new int[most];
        int[] odd = new int[most];
        float[] x = new float[most];
        float[] y = new float[most];
        for (int at = from; at + 1 < to; at += 2 * PAIRS) {
            int n = Math.min(PAIRS, (to - at) / 2);
            copy(a, at, left, n);
            copy(b, at, right, n);
            evens(left, even, n);
            copy(even, x, n);
            evens(right, even, n);
            copy(even, y, n);
            FloatLoops.apply(op, x, y, x, 0, n);
            copy(x, even, n);
            odds(left, odd, n);
            copy(odd, x, n);
            odds(right, odd, n);
            copy(odd, y, n);
            FloatLoops.apply(op, x, y, x, 0, n);
            copy(x, odd, n);
            round(even, n);
            round(odd, n);
            join(even, odd, left, n);
            copy(left, out, at, n);
        }
        if ((to - from) % 2 == 1) {
            last(op, a, b, out, to - 1);
        }
    }

    private static void last(Arith op, short[] a, short[] b, short[] out, int i) {
        float[] x = {DType.bf16ToFloat(a[i])};
        float[] y = {DType.bf16ToFloat(b[i])};
        FloatLoops.apply(op, x, y, x, 0, 1);
        out[i] = DType.floatToBf16(x[0]);
    }

    /** Widens elements; {@code float} bits are the element's bits and 16 zeros. */
    static void widen(short[] a, int from, float[] out, int outFrom, int n) {
        int[] bits = new int[2 * PAIRS];
        for (int at = 0; at < n; at += bits.length) {
            int m = Math.min(bits.length, n - at);
            for (int i = 0; i < m; i++) {
                bits[i] = a[from + at + i];
            }
            for (int i = 0; i < m; i++) {
                bits[i] <<= 16;
            }
            MemorySegment.copy(
                    MemorySegment.ofArray(bits),
                    0,
                    MemorySegment.ofArray(out),
                    4L * (outFrom + at),
                    4L * m);
        }
    }

    /** Rounds elements to nearest even. */
    static void narrow(float[] a, int from, short[] out, int outFrom, int n) {
        int[] bits = new int[2 * PAIRS];
        for (int at = 0; at < n; at += bits.length) {
            int m = Math.min(bits.length, n - at);
            MemorySegment.copy(
                    MemorySegment.ofArray(a),
                    4L * (from + at),
                    MemorySegment.ofArray(bits),
                    0,
                    4L * m);
            round(bits, m);
            for (int i = 0; i < m; i++) {
                out[outFrom + at + i] = (short) bits[i];
            }
        }
    }

    private static void evens(int[] pairs, int[] bits, int n) {
        for (int i = 0; i < n; i++) {
            bits[i] = pairs[i] << 16;
        }
    }

    private static void odds(int[] pairs, int[] bits, int n) {
        for (int i = 0; i < n; i++) {
            bits[i] = pairs[i] & 0xffff0000;
        }
    }

    private static void copy(short[] from, int at, int[] pairs, int n) {
        MemorySegment.copy(
                MemorySegment.ofArray(from), 2L * at, MemorySegment.ofArray(pairs), 0, 4L * n);
    }

    private static void copy(int[] pairs, short[] to, int at, int n) {
        MemorySegment.copy(
                MemorySegment.ofArray(pairs), 0, MemorySegment.ofArray(to), 2L * at, 4L * n);
    }

    /** The upper 16 bits of floats, rounded to nearest even, in the lower 16; NaN stays NaN. */
    private static void round(int[] bits, int n) {
        for (int i = 0; i < n; i++) {
            int b = bits[i];
            int nan = (0x7f800000 - (b & 0x7fffffff)) >> 31;
            int nearest = (b + 0x7fff + ((b >>> 16) & 1)) >>> 16;
            int quiet = (b >>> 16) | 0x40;
            bits[i] = (nearest & ~nan) | (quiet & nan);
        }
    }

    private static void join(int[] even, int[] odd, int[] pairs, int n) {
        for (int i = 0; i < n; i++) {
            pairs[i] = (even[i] & 0xffff) | (odd[i] << 16);
        }
    }

    private static void copy(int[] from, float[] to, int n) {
        MemorySegment.copy(MemorySegment.ofArray(from), 0, MemorySegment.ofArray(to), 0, 4L * n);
    }

    private static void copy(float[] from, int[] to, int n) {
        MemorySegment.copy(MemorySegment.ofArray(from), 0, MemorySegment.ofArray(to), 0, 4L * n);
    }
}
