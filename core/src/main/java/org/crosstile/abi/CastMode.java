package org.crosstile.abi;

/** Rounding modes of a cast; the default is {@link #round}. */
public enum CastMode implements Coded {
    none,
    rint,
    round,
    floor,
    ceil,
    trunc,
    odd
}
