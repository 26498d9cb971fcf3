package org.crosstile.kernels;

import java.math.BigInteger;
import java.util.Random;
import org.crosstile.abi.DType;

/** Random values of element types, often at the edges: integers as Long, floats as Float. */
final class RandomValues {
    private static final float[] EDGES = {
        0f,
        -0f,
        1f,
        -1f,
        0.5f,
        -0.5f,
        1.5f,
        2.5f,
        -2.5f,
        65504f,
        1e30f,
        -1e-30f,
        Float.NaN,
        Float.POSITIVE_INFINITY,
        Float.NEGATIVE_INFINITY,
        Float.MIN_VALUE,
        Float.MAX_VALUE
    };

    private RandomValues() {}

    static Object random(Random random, DType dtype) {
        if (dtype.isFloat()) {
            float value =
                    switch (random.nextInt(4)) {
                        case 0 -> EDGES[random.nextInt(EDGES.length)];
                        case 1 -> random.nextInt(41) - 20;
                        case 2 -> Float.intBitsToFloat(random.nextInt());
                        default -> (float) random.nextGaussian() * 100;
                    };
            return (float) dtype.round(value);
        }
        if (dtype == DType.BOOL) {
            return (long) random.nextInt(2);
        }
        long value =
                switch (random.nextInt(4)) {
                    case 0 -> (1L << random.nextInt(64)) - random.nextInt(3);
                    case 1 -> random.nextInt(21) - 10;
                    default -> random.nextLong() >> random.nextInt(64);
                };
        return Oracle.wrap(BigInteger.valueOf(value), dtype);
    }
}
