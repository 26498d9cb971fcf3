package org.crosstile.abi;

/** Along which axis a tile is divided between the two vector cores of a core group. */
public enum SplitMode implements Coded {
    /** Not at all: both have all of it. */
    NONE,
    /** The first has the upper half of the rows, the second the lower half. */
    UP_DOWN,
    /** The first has the left half of the columns, the second the right half. */
    LEFT_RIGHT;

    /** Number of vector cores in a group. */
    public static final int LANES = 2;

    /** The dimension that is halved; -1 if none is. */
    public int axis() {
        return ordinal() - 1;
    }
}
