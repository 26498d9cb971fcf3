package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import org.crosstile.abi.DType;

/**
 * Arithmetic on BF16 elements: computed in FP32, rounded to nearest even.
 *
 * <p>Loops from {@code short} to {@code float} do not vectorise for BF16. Loops over {@code int} do: so
 * elements are taken in pairs, one 32-bit integer for two of them, split into even and odd ones by
 * shifts, and their bits moved to {@code float[]} by a bulk copy.
 */
final class BrainLoops {
    /** Pairs per pass; the arrays of a pass stay in the first-level cache. */
    private static final int PAIRS = 512;

    private BrainLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, short[] a, short[] b, short[] out, int from, int to) {
        int[] pairs = new int[PAIRS];
        int[] bits = new int[PAIRS];
        float[] x = new float[PAIRS];
        float[] y = new float[PAIRS];
        int[] even = new int[PAIRS];
        int at = from;
        for (; at + 1 < to; at += 2 * PAIRS) {
            int n = Math.min(PAIRS, (to - at) / 2);
            takeEven(a, at, pairs, bits, x, n);
            takeEven(b, at, pairs, bits, y, n);
            FloatLoops.apply(op, x, y, x, 0, n);
            copy(x, even, n);
            round(even, n);
            takeOdd(a, at, pairs, bits, x, n);
            takeOdd(b, at, pairs, bits, y, n);
            FloatLoops.apply(op, x, y, x, 0, n);
            copy(x, bits, n);
            round(bits, n);
            join(even, bits, pairs, n);
            MemorySegment.copy(
                    MemorySegment.ofArray(pairs), 0, MemorySegment.ofArray(out), 2L * at, 4L * n);
        }
        if ((to - from) % 2 == 1) {
            x[0] = DType.bf16ToFloat(a[to - 1]);
            y[0] = DType.bf16ToFloat(b[to - 1]);
            FloatLoops.apply(op, x, y, x, 0, 1);
            out[to - 1] = DType.floatToBf16(x[0]);
        }
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
                    MemorySegment.ofArray(a), 4L * (from + at), MemorySegment.ofArray(bits), 0, 4L * m);
            round(bits, m);
            for (int i = 0; i < m; i++) {
                out[outFrom + at + i] = (short) bits[i];
            }
        }
    }

    private static void takeEven(short[] a, int at, int[] pairs, int[] bits, float[] out, int n) {
        MemorySegment.copy(
                MemorySegment.ofArray(a), 2L * at, MemorySegment.ofArray(pairs), 0, 4L * n);
        for (int i = 0; i < n; i++) {
            bits[i] = pairs[i] << 16;
        }
        copy(bits, out, n);
    }

    private static void takeOdd(short[] a, int at, int[] pairs, int[] bits, float[] out, int n) {
        MemorySegment.copy(
                MemorySegment.ofArray(a), 2L * at, MemorySegment.ofArray(pairs), 0, 4L * n);
        for (int i = 0; i < n; i++) {
            bits[i] = pairs[i] & 0xffff0000;
        }
        copy(bits, out, n);
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
