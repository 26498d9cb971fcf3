package org.crosstile.memory;

/**
 * Arithmetic on 8-bit integers, wrapping. All operands have the same index, which is what lets the
 * loops vectorise.
 */
final class ByteLoops {
    private ByteLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, byte[] a, byte[] b, byte[] out, int from, int to) {
        switch (op) {
            case ADD -> add(a, b, out, from, to);
            case SUB -> sub(a, b, out, from, to);
            case MUL -> mul(a, b, out, from, to);
            case DIV -> div(a, b, out, from, to);
            case MAX -> max(a, b, out, from, to);
            case MIN -> min(a, b, out, from, to);
        }
    }

    private static void add(byte[] a, byte[] b, byte[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (byte) (a[i] + b[i]);
        }
    }

    private static void sub(byte[] a, byte[] b, byte[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (byte) (a[i] - b[i]);
        }
    }

    private static void mul(byte[] a, byte[] b, byte[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (byte) (a[i] * b[i]);
        }
    }

    private static void div(byte[] a, byte[] b, byte[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (byte) (a[i] / b[i]);
        }
    }

    private static void max(byte[] a, byte[] b, byte[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (byte) Math.max(a[i], b[i]);
        }
    }

    private static void min(byte[] a, byte[] b, byte[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (byte) Math.min(a[i], b[i]);
        }
    }
}
