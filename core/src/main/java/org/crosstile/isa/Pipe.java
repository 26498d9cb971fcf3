package org.crosstile.isa;

/**
 * The units of a chip that work at the same time, each in the order of its instructions. Between
 * two of them nothing is ordered but by events.
 */
public enum Pipe {
    /** The scalar unit: issues all instructions, deposits and reads signals. */
    S,
    /** The vector unit. */
    V,
    /** Global memory to UB. */
    MTE2,
    /** UB to global memory. */
    MTE3,
    /** The communication unit of an A5, which works for all of the chip. */
    CCU
}
