package org.crosstile.abi;

/**
 * The ring in which tiles wait on their way from one side of a core group to the other. It lies in
 * the memory of the side that takes them: Vec of a vector core, Mat of the cube core.
 */
public final class LaneRing {
    /** How many tiles one side may be ahead of the other. */
    public static final int TILES = 2;

    private LaneRing() {}
}
