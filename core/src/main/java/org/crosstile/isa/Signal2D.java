package org.crosstile.isa;

/** A matrix of signal cells: a wait is satisfied when all of them are. */
public record Signal2D(GlobalTensor cells) implements SignalCells {
    public Signal2D {
        SignalCells.check(cells);
    }
}
