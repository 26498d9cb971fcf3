package org.crosstile.memory;

/**
 * Arithmetic on FP16 elements: computed in FP32, rounded to nearest even. For one operation that is
 * the correctly rounded result, because 24 bits are more than twice 11 bits and two.
 */
final class HalfLoops {
    private HalfLoops() {}

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
            float x = Float.float16ToFloat(a[i]);
            float y = Float.float16ToFloat(b[i]);
            out[i] = Float.floatToFloat16(x + y);
        }
    }

    private static void sub(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            float x = Float.float16ToFloat(a[i]);
            float y = Float.float16ToFloat(b[i]);
            out[i] = Float.floatToFloat16(x - y);
        }
    }

    private static void mul(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            float x = Float.float16ToFloat(a[i]);
            float y = Float.float16ToFloat(b[i]);
            out[i] = Float.floatToFloat16(x * y);
        }
    }

    private static void div(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            float x = Float.float16ToFloat(a[i]);
            float y = Float.float16ToFloat(b[i]);
            out[i] = Float.floatToFloat16(x / y);
        }
    }

    private static void max(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            float x = Float.float16ToFloat(a[i]);
            float y = Float.float16ToFloat(b[i]);
            out[i] = Float.floatToFloat16(Math.max(x, y));
        }
    }

    private static void min(short[] a, short[] b, short[] out, int from, int to) {
        for (int i = from; i < to; i++) {
            float x = Float.float16ToFloat(a[i]);
            float y = Float.float16ToFloat(b[i]);
            out[i] = Float.floatToFloat16(Math.min(x, y));
        }
    }
}
