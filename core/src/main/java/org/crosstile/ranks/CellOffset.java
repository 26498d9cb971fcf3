package org.crosstile.ranks;

import org.crosstile.abi.DType;
import org.crosstile.memory.View;

/** Where the cell that a notify or a wait names lies in its region. */
public final class CellOffset {
    private CellOffset() {}

    /**
     * The byte offset of one cell of a signal window in its region.
     *
     * @throws org.crosstile.memory.Fault if the window does not have that cell
     */
    public static long of(View signal, long[] index) {
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
                        "offset "
                                + index[i]
                                + " in dimension "
                                + i
                                + ", whose extent is "
                                + signal.dim(i),
                        "");
            }
        }
        return signal.address(index);
    }
}
