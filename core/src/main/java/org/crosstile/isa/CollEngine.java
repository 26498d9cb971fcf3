package org.crosstile.isa;

/** Who moves and reduces the data of a collective. */
public enum CollEngine implements OneByte {
    /** The vector core of the root, tile by tile. */
    AIV,
    /** The communication unit of an A5; the vector cores only ring its doorbell. */
    CCU
}
