package org.crosstile.memory;

/** What stands outside of a tile's valid region; spelled as in programs. */
public enum PadValue {
    zero,
    /** Positive infinity, or the largest integer. */
    max,
    /** Negative infinity, or the smallest integer. */
    min
}
