package org.crosstile.engine;

import org.crosstile.memory.View;

/** What a tensor of the entry function holds before a run. */
public sealed interface Input {
    /** The elements of a packed tensor; they are copied. */
    record Given(View values) implements Input {}

    /** Elements by a rule. */
    record Generated(Fill fill) implements Input {}

    /**
     * Rules for elements. All but {@link #arange}, {@link #zeros} and {@link #ones} depend on the
     * seed.
     */
    enum Fill {
        /** Normally distributed; integers: three times that, rounded. */
        randn,
        /** 0, 1, 2, ... in row-major order. */
        arange,
        zeros,
        ones,
        /**
         * Small values that all element types hold exactly: eighths between -2 and 2, integers from
         * 0 to 9.
         */
        small
    }
}
