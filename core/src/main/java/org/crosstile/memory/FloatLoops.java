package org.crosstile.memory;

/**
 * Arithmetic on FP32 elements. All operands have the same index, which is what lets the loops
 * vectorise.
 */
final class FloatLoops {
    private FloatLoops() {}

    /** {@code out = a op b} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, float[] a, float[] b, float[] out, int from, int to) {
        switch (op) {
            case ADD -> add(a, b, out, from, to);
            case SUB -> sub(a, b, out, from, to);
            case MUL -> mul(a, b, out, from, to);
            case DIV -> div(a, b, out, from, to);
            case MAX -> max(a, b, out, from, to);
            case MIN -> min(a, b, out, from, to);
        }
    }

    /** {@code out = a op s} from element {@code from} up to and without {@code to}. */
    static void apply(Arith op, float[] a, float s, float[] out, int from, int to) {
        switch (op) {
            case ADD -> add(a, s, out, from, to);
            case SUB -> sub(a, s, out, from, to);
            case MUL -> mul(a, s, out, from, to);
            case DIV -> div(a, s, out, from, to);
            case MAX -> max(a, s, out, from, to);
            case MIN -> min(a, s, out, from, to);
        }
    }

    private static void add(float[] a, float[] b, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] + b[i];
        }
    }

    private static void add(float[] a, float s, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] + s;
        }
    }

    private static void sub(float[] a, float[] b, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] - b[i];
        }
    }

    private static void sub(float[] a, float s, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] - s;
        }
    }

    private static void mul(float[] a, float[] b, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] * b[i];
        }
    }

    private static void mul(float[] a, float s, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] * s;
        }
    }

    private static void div(float[] a, float[] b, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] / b[i];
        }
    }

    private static void div(float[] a, float s, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = a[i] / s;
        }
    }

    private static void max(float[] a, float[] b, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = Math.max(a[i], b[i]);
        }
    }

    private static void max(float[] a, float s, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = Math.max(a[i], s);
        }
    }

    private static void min(float[] a, float[] b, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = Math.min(a[i], b[i]);
        }
    }

    private static void min(float[] a, float s, float[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            out[i] = Math.min(a[i], s);
        }
    }
}
