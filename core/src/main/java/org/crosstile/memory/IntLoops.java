package org.crosstile.memory;

/**
 * Arithmetic on 32-bit integers. All operands have the same index, which is what lets the loops
 * vectorise.
 */
final class IntLoops {
    private IntLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, int[] a, int[] b, int[] out, int from, int to) {
        switch (op) {
            case ADD -> add(a, b, out, from, to);
            case SUB -> sub(a, b, out, from, to);
            case MUL -> mul(a, b, out, from, to);
            case DIV -> div(a, b, out, from, to);
            case MAX -> max(a, b, out, from, to);
            case MIN -> min(a, b, out, from, to);
        }
    }

    private static void add(int[] a, int[] b, int[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] + b[i];
        }
    }

    private static void sub(int[] a, int[] b, int[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] - b[i];
        }
    }

    private static void mul(int[] a, int[] b, int[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] * b[i];
        }
    }

    private static void div(int[] a, int[] b, int[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] / b[i];
        }
    }

    private static void max(int[] a, int[] b, int[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = Math.max(a[i], b[i]);
        }
    }

    private static void min(int[] a, int[] b, int[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = Math.min(a[i], b[i]);
        }
    }
}
