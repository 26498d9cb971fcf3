package org.crosstile.ranks;

/** What is bound to a sub-worker. */
@FunctionalInterface
public interface SubWorkerCode {
    /**
     * Runs on the thread of the host function.
     *
     * @param args one per parameter: {@code memory.View}s and boxed scalars
     * @throws Throwable if the run shall end
     */
    void run(Object[] args) throws Throwable;
}
