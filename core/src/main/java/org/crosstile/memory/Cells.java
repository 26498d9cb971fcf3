package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * Signal cells: the INT32 elements of a window. A deposit publishes everything that its rank wrote
 * before; whoever sees its value sees that, too.
 */
public final class Cells {
    /** The rule of the cells that notify and wait name. */
    public static final String BOUNDS = "signal-cell-bounds";

    private static final VarHandle CELL = ValueLayout.JAVA_INT.varHandle();

    private Cells() {}

    /** Byte offset of a cell in the view's segment, checked. */
    public static long address(View signal, long[] offsets) {
        return Elements.address(signal, offsets, BOUNDS);
    }

    /** The value of a cell, with acquire. */
    public static int get(MemorySegment segment, long address) {
        return (int) CELL.getAcquire(segment, address);
    }

    /** The value of a cell, with acquire. */
    public static int get(View signal, long[] offsets) {
        return get(signal.segment(), address(signal, offsets));
    }

    /** Adds to a cell, with release; gives the value before. */
    public static int add(MemorySegment segment, long address, int value) {
        return (int) CELL.getAndAdd(segment, address, value);
    }

    /** Adds to a cell, with release; gives the value before. */
    public static int add(View signal, long[] offsets, int value) {
        return add(signal.segment(), address(signal, offsets), value);
    }

    /** Sets a cell, with release. */
    public static void set(MemorySegment segment, long address, int value) {
        CELL.setRelease(segment, address, value);
    }

    /** Sets a cell, with release. */
    public static void set(View signal, long[] offsets, int value) {
        set(signal.segment(), address(signal, offsets), value);
    }
}
