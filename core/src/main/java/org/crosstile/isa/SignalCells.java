package org.crosstile.isa;

import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;

/** One signal cell or a matrix of them: INT32 elements of a tensor in a rank's memory. */
public sealed interface SignalCells permits Signal, Signal2D {
    /** The cells; a notify changes the first one, a wait asks for all. */
    GlobalTensor cells();

    /** Checks that cells can be signalled. */
    static void check(GlobalTensor cells) {
        if (cells.dtype() != DType.INT32) {
            throw new Fault(
                    IsaRules.SIGNAL_DTYPE.id(),
                    IsaRules.SIGNAL_DTYPE.headline(),
                    "`" + cells.name() + "` is " + cells.type(),
                    "use an INT32 tensor");
        }
        long address = cells.view().location();
        if (address % DType.INT32.bytes() != 0) {
            throw new Fault(
                    IsaRules.SIGNAL_ALIGN.id(),
                    IsaRules.SIGNAL_ALIGN.headline(),
                    "`" + cells.name() + "` begins " + address % 4 + " bytes behind one",
                    "");
        }
    }
}
