package org.crosstile.memory;

/** Arithmetic on 8-bit and 16-bit integers: computed in 32 bits, wrapped. */
final class NarrowLoops {
    private static final int CHUNK = 1024;

    private NarrowLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, byte[] a, byte[] b, byte[] out, int from, int to) {
        int[] x = new int[CHUNK];
        int[] y = new int[CHUNK];
        for (int at = from; at < to; at += CHUNK) {
            int n = Math.min(CHUNK, to - at);
            for (int i = 0; i < n; i++) {
                x[i] = a[at + i];
            }
            for (int i = 0; i < n; i++) {
                y[i] = b[at + i];
            }
            IntLoops.apply(op, x, y, x, 0, n);
            for (int i = 0; i < n; i++) {
                out[at + i] = (byte) x[i];
            }
        }
    }

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, short[] a, short[] b, short[] out, int from, int to) {
        int[] x = new int[CHUNK];
        int[] y = new int[CHUNK];
        for (int at = from; at < to; at += CHUNK) {
            int n = Math.min(CHUNK, to - at);
            for (int i = 0; i < n; i++) {
                x[i] = a[at + i];
            }
            for (int i = 0; i < n; i++) {
                y[i] = b[at + i];
            }
            IntLoops.apply(op, x, y, x, 0, n);
            for (int i = 0; i < n; i++) {
                out[at + i] = (short) x[i];
            }
        }
    }
}
