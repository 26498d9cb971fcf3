package org.crosstile.isa;

/** What every rank of a launch runs. */
@FunctionalInterface
public interface Kernel {
    /** Runs on one rank; {@link Core#rank} says which. */
    void run(Core core);
}
