package org.crosstile.ranks;

/** Leaves a rank's code because the run is over. Never a cause of anything. */
public final class Unwind extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public static final Unwind NOW = new Unwind();

    private Unwind() {
        super("the run is over", null, false, false);
    }
}
