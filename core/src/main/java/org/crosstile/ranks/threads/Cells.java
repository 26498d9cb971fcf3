package org.crosstile.ranks.threads;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.crosstile.ranks.RankRules;

/**
 * Signal cells: 32-bit integers in regions, accessed as volatiles. A deposit is a release, a successful
 * wait an acquire, and all of them are totally ordered, on which {@link Progress} relies.
 */
final class Cells {
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private Cells() {}

    static int read(MemorySegment region, long offset) {
        return (int) INT.getVolatile(region, offset);
    }

    static int acquire(MemorySegment region, long offset) {
        return (int) INT.getAcquire(region, offset);
    }

    static void set(MemorySegment region, long offset, int value) {
        INT.setVolatile(region, offset, value);
    }

    /** Adds, and returns the sum. */
    static int add(MemorySegment region, long offset, int value) {
        return (int) INT.getAndAdd(region, offset, value) + value;
    }

    /**
     * The byte offset of one cell of a signal window in its region.
     *
     * @throws org.crosstile.memory.Fault if the window does not have that cell
     */
    static long offset(View signal, long[] index) {
        if (signal.dtype() != DType.INT32 && signal.dtype() != DType.UINT32) {
            throw RankRules.broken(
                    RankRules.SIGNAL_DTYPE, "a window of " + signal.dtype(), "view it as INT32");
        }
        if (index.length != signal.rank()) {
            throw RankRules.broken(
                    RankRules.SIGNAL_RANK,
                    index.length + " offsets for " + signal.rank() + " dimensions",
                    "write one offset per dimension");
        }
        for (int i = 0; i < index.length; i++) {
            if (index[i] < 0 || index[i] >= signal.dim(i)) {
                throw RankRules.broken(
                        RankRules.SIGNAL_BOUNDS,
                        "offset " + index[i] + " in dimension " + i + ", whose extent is " + signal.dim(i),
                        "");
            }
        }
        return signal.address(index);
    }
}
