package org.crosstile.abi;

/** How a wait compares its signal cell with the expected value. */
public enum WaitCmp implements Coded {
    Eq,
    Ge;

    /** True when a cell that holds {@code value} satisfies a wait for {@code expected}. */
    public boolean holds(int value, int expected) {
        return this == Eq ? value == expected : value >= expected;
    }
}
