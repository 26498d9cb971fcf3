package org.crosstile.abi;

/** Where a tile or tensor lives on the chip; Vec is the UB of a vector core. */
public enum MemorySpace implements Coded {
    DDR,
    Vec,
    Mat,
    Left,
    Right,
    Acc,
    Bias
}
