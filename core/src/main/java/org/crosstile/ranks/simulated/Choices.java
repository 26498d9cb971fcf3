package org.crosstile.ranks.simulated;

/** Numbers that follow from a seed, the same on every machine: SplitMix64. */
final class Choices {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    Choices(long seed) {
        state = seed;
    }

    long next() {
        state += STEP;
        long z = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** A number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) ((next() >>> 33) * bound >>> 31);
    }

    /** True once in {@code n} times. */
    boolean oneIn(int n) {
        return below(n) == 0;
    }
}
