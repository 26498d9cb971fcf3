package org.crosstile.memory;

/** What may be said to hold data, of a tile or of a view, where only a run tells. */
public final class ValidExtents {
    private static final String BETWEEN =
            "a valid extent must lie between 0 and the extent of its dimension";

    private ValidExtents() {}

    /**
     * Checks valid extents that a run has computed.
     *
     * @param below the rule that a negative extent breaks
     * @param beyond the rule that too large an extent breaks
     * @throws Fault if not every valid extent lies between 0 and the extent
     */
    public static void check(String below, String beyond, long[] valid, long[] extents) {
        for (int i = 0; i < valid.length; i++) {
            if (valid[i] < 0 || valid[i] > extents[i]) {
                throw new Fault(
                        valid[i] < 0 ? below : beyond,
                        BETWEEN,
                        "valid extent "
                                + valid[i]
                                + " of dimension "
                                + i
                                + ", which has "
                                + extents[i],
                        valid[i] < 0
                                ? "limit it by pl.max(..., 0)"
                                : "limit it by pl.min(..., " + extents[i] + ")");
            }
        }
    }
}
