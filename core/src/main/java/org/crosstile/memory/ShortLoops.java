package org.crosstile.memory;

/**
 * Arithmetic on 16-bit integers, wrapping. All operands have the same index, which is what lets the
 * loops vectorise.
 */
final class ShortLoops {
    private ShortLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, short[] a, short[] b, short[] out, int from, int to) {
        switch (op) {
            case ADD -> add(a, b, out, from, to);
            case SUB -> sub(a, b, out, from, to);
            case MUL -> mul(a, b, out, from, to);
            case DIV -> div(a, b, out, from, to);
            case MAX -> max(a, b, out, from, to);
            case MIN -> min(a, b, out, from, to);
        }
    }

    private static void add(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (short) (a[i] + b[i]);
        }
    }

    private static void sub(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (short) (a[i] - b[i]);
        }
    }

    private static void mul(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (short) (a[i] * b[i]);
        }
    }

    private static void div(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (short) (a[i] / b[i]);
        }
    }

    private static void max(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (short) Math.max(a[i], b[i]);
        }
    }

    private static void min(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = (short) Math.min(a[i], b[i]);
        }
    }
}
