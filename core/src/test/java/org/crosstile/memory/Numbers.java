package org.crosstile.memory;

import java.util.List;
import java.util.Random;
import org.crosstile.abi.DType;

/** Plain arithmetic to compare with: exact values, rounded once, element by element. */
final class Numbers {
    static final List<DType> FLOATS = List.of(DType.FP32, DType.FP16, DType.BF16);
    static final List<DType> INTEGERS =
            List.of(DType.INT8, DType.INT16, DType.INT32, DType.INT64, DType.INDEX);

    private static final float[] SPECIAL = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        -2.5f,
        1e-8f,
        6e-5f,
        -6e-8f,
        65504f,
        65520f,
        3e38f,
        -3e38f,
        1e-40f,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.NaN,
        1.0009765625f,
        1.00390625f,
        2049f
    };

    private Numbers() {}

    /**
     * A real number rounded to the nearest value of a binary float format, ties to even.
     *
     * @param precision bits of the significand with the hidden one
     * @param least exponent of the smallest normal number
     * @param most exponent of the largest one
     */
    static double round(double value, int precision, int least, int most) {
        if (value == 0 || Double.isNaN(value) || Double.isInfinite(value)) {
            return value;
        }
        int exponent = Math.max(Math.getExponent(value), least);
        double ulp = Math.scalb(1.0, exponent - precision + 1);
        double rounded = Math.rint(value / ulp) * ulp;
        return Math.abs(rounded) >= Math.scalb(1.0, most + 1)
                ? Math.copySign(Double.POSITIVE_INFINITY, value)
                : rounded;
    }

    /** A real number rounded to an element type. */
    static double round(DType dtype, double value) {
        return switch (dtype) {
            case FP16 -> round(value, 11, -14, 15);
            case BF16 -> round(value, 8, -126, 127);
            default -> round(value, 24, -126, 127);
        };
    }

    /** The result of an operation on values of a float type. */
    static double apply(Arith op, DType dtype, double a, double b) {
        return switch (op) {
            case ADD -> round(dtype, a + b);
            case SUB -> round(dtype, a - b);
            case MUL -> round(dtype, a * b);
            case DIV -> round(dtype, a / b);
            case MAX -> Math.max(a, b);
            case MIN -> Math.min(a, b);
        };
    }

    /** The result of an operation on values of an integer type. */
    static long apply(Arith op, DType dtype, long a, long b) {
        return wrap(
                dtype,
                switch (op) {
                    case ADD -> a + b;
                    case SUB -> a - b;
                    case MUL -> a * b;
                    case DIV -> a / b;
                    case MAX -> Math.max(a, b);
                    case MIN -> Math.min(a, b);
                });
    }

    static long wrap(DType dtype, long value) {
        int unused = 64 - 8 * dtype.bytes();
        return value << unused >> unused;
    }

    /** A tile of random and special values. */
    static Tile random(DType dtype, int rows, int columns, long seed) {
        Random random = new Random(seed);
        Tile tile = Tile.allocate(dtype, rows, columns);
        for (int i = 0; i < tile.elements(); i++) {
            if (dtype.isFloat()) {
                boolean special = random.nextInt(8) == 0;
                tile.setReal(
                        i,
                        special
                                ? SPECIAL[random.nextInt(SPECIAL.length)]
                                : (float)
                                        (random.nextGaussian() * Math.exp(random.nextInt(9) - 4)));
            } else {
                tile.setInteger(i, dtype == DType.BOOL ? random.nextInt(2) : random.nextLong());
            }
        }
        return tile;
    }
}
