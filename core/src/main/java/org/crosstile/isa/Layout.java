package org.crosstile.isa;

/** Which of the last two dimensions of a global tensor lies next to each other in memory. */
public enum Layout {
    /** Rows: the stride of dimension 4 is 1. */
    ND,
    /** Columns: the stride of dimension 3 is 1. */
    DN
}
