package org.crosstile.dsl;

import java.util.Optional;

/**
 * Bounds of one dimension, of which the second is not included. Made by {@link Dsl#from} and {@link
 * Dsl#all}.
 */
public final class Range {
    private final Optional<Scalar> low;
    private final Optional<Scalar> high;

    Range(Optional<Scalar> low, Optional<Scalar> high) {
        this.low = low;
        this.high = high;
    }

    Optional<Scalar> low() {
        return low;
    }

    Optional<Scalar> high() {
        return high;
    }
}
