package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Signal cells: the INT32 elements of a window, by their byte offset in a region. A deposit
 * publishes everything that its rank wrote before; whoever sees its value sees that, too. Deposits
 * and {@link #read} are totally ordered, on which proofs that nobody can move rely.
 */
public final class Cells {
    private static final VarHandle CELL = ValueLayout.JAVA_INT.varHandle();

    private Cells() {}

    /** The value of a cell: what its depositor wrote before is visible. */
    public static int acquire(MemorySegment region, long offset) {
        return (int) CELL.getAcquire(region, offset);
    }

    /** The value of a cell in the total order of deposits. */
    public static int read(MemorySegment region, long offset) {
        return (int) CELL.getVolatile(region, offset);
    }

    /** Adds to a cell, and returns the sum. */
    public static int add(MemorySegment region, long offset, int value) {
        return (int) CELL.getAndAdd(region, offset, value) + value;
    }

    /** Replaces the value of a cell. */
    public static void set(MemorySegment region, long offset, int value) {
        CELL.setVolatile(region, offset, value);
    }
}
