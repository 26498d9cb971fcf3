package org.crosstile.ranks;

/** A way to run many ranks. */
public interface World {
    /** Runs a program until it ends in some way. Outputs are in the views that it was given. */
    Outcome run(Launch launch);
}
