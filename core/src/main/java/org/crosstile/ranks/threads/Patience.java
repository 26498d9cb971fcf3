package org.crosstile.ranks.threads;

/**
 * How long a rank looks at a cell before it gives up its core, and then before it blocks. Measured
 * on two cores: pure spinning with more ranks than cores costs milliseconds per barrier, early
 * parking 50 us and more per wait.
 *
 * @param spins looks while keeping the core
 * @param yields looks with an offer to others before each next one
 */
record Patience(int spins, int yields) {
    /** What suits so many ranks on this machine. */
    static Patience of(int ranks) {
        return ranks <= Runtime.getRuntime().availableProcessors()
                ? new Patience(200, 200)
                : new Patience(20, 50);
    }
}
