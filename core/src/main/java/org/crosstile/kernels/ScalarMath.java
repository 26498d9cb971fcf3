package org.crosstile.kernels;

import org.crosstile.memory.Fault;

/** Scalar operations that need more than a bytecode. Division and remainder are Python's. */
final class ScalarMath {
    private ScalarMath() {}

    static int floorDiv(int a, int b) {
        if (b == 0) {
            throw byZero(Integer.toString(a), "//");
        }
        return Math.floorDiv(a, b);
    }

    static long floorDiv(long a, long b) {
        if (b == 0) {
            throw byZero(Long.toString(a), "//");
        }
        return Math.floorDiv(a, b);
    }

    /** The floor of the quotient, computed from the exact remainder as Python does. */
    static float floorDiv(float a, float b) {
        if (b == 0) {
            throw byZero(Float.toString(a), "//");
        }
        double remainder = (double) a % b;
        double quotient = (a - remainder) / b;
        if (remainder != 0 && (b < 0) != (remainder < 0)) {
            quotient -= 1;
        }
        return quotient == 0 ? Math.copySign(0f, a / b) : (float) Math.rint(quotient);
    }

    static int floorMod(int a, int b) {
        if (b == 0) {
            throw byZero(Integer.toString(a), "%");
        }
        return Math.floorMod(a, b);
    }

    static long floorMod(long a, long b) {
        if (b == 0) {
            throw byZero(Long.toString(a), "%");
        }
        return Math.floorMod(a, b);
    }

    /** The remainder with the sign of the divisor. */
    static float floorMod(float a, float b) {
        if (b == 0) {
            throw byZero(Float.toString(a), "%");
        }
        double remainder = (double) a % b;
        if (remainder == 0) {
            return Math.copySign(0f, b);
        }
        return (float) ((b < 0) != (remainder < 0) ? remainder + b : remainder);
    }

    private static Fault byZero(String left, String op) {
        return new Fault(
                KernelRules.DIVISION_BY_ZERO.id(),
                KernelRules.DIVISION_BY_ZERO.headline(),
                left + " " + op + " 0",
                "test the divisor before dividing");
    }

    /** A loop's step, which may not be zero. */
    static long step(long step) {
        if (step == 0) {
            throw new Fault(
                    KernelRules.STEP_ZERO.id(),
                    KernelRules.STEP_ZERO.headline(),
                    "step 0",
                    "use a positive or negative step");
        }
        return step;
    }

    /**
     * A loop's end, such that stepping over it does not wrap around: a loop that wraps never ends.
     *
     * @param max the largest value of the loop variable's type, its smallest is {@code -max - 1}
     */
    static long stop(long stop, long step, long max) {
        if (step > 0 ? stop > max - step : stop < -max - 1 - step) {
            throw new Fault(
                    KernelRules.RANGE_OVERFLOW.id(),
                    KernelRules.RANGE_OVERFLOW.headline(),
                    "end " + stop + " with step " + step,
                    "");
        }
        return stop;
    }
}
