package org.crosstile.isa;

import org.crosstile.memory.Fault;

/** One signal cell. */
public record Signal(GlobalTensor cells) implements SignalCells {
    /**
     * Checks the cell.
     *
     * @throws Fault if the tensor is not one aligned INT32 element
     */
    public Signal {
        SignalCells.check(cells);
        if (cells.type().rows() * cells.type().cols() != 1) {
            throw new Fault(
                    IsaRules.SIGNAL_DTYPE.id(),
                    "a Signal is one INT32 cell",
                    "`" + cells.name() + "` is " + cells.type(),
                    "use a Signal2D");
        }
    }
}
