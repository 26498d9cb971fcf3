package org.crosstile.ranks;

/** A way to run many ranks. */
public interface World {
    /** Runs a program until it ends in some way. Outputs are in the views that it was given. */
    Outcome run(Launch launch);

    /**
     * Runs a program over windows that are there for further runs. A world that keeps none gives
     * every run windows of its own.
     *
     * @param windows those of the run before; none before the first
     */
    default Outcome run(Launch launch, KeptWindows windows) {
        return run(launch);
    }
}
