package org.crosstile.memory;

/**
 * What an operator asks of the boxes that it takes, by the ids of its rules: the rule that refuses
 * a constant also refuses what is only known at run time.
 *
 * @param bounds the rule about where a box lies
 * @param inside its headline
 * @param extents the rule about the extents of a box
 */
public record Limits(String bounds, String inside, String extents) {
    private static final String COUNTS = "an extent must not be negative";

    Fault negative(long extent, int dimension) {
        return new Fault(
                extents,
                COUNTS,
                "extent " + extent + " of dimension " + dimension,
                "limit it by pl.max(..., 0)");
    }
}
