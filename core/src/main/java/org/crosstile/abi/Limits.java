package org.crosstile.abi;

/** Sizes that compiler and runtime agree on. */
public final class Limits {
    /** More devices than this no run has: each is a thread. */
    public static final int MOST_DEVICES = 4096;

    private Limits() {}
}
