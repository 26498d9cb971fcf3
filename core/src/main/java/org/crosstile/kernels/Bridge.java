package org.crosstile.kernels;

/** What a generated class implements, so that a function is called without reflection. */
interface Bridge {
    /** What a function without results gives. */
    Object[] NO_RESULTS = {};

    /**
     * Calls a function.
     *
     * @param function its index in the program
     * @param port the {@code Rank} or {@code Host} that executes
     * @param args one per parameter, scalars boxed
     */
    Object call(int function, Object port, Object[] args);
}
