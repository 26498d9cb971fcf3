package org.crosstile.record;

import org.crosstile.abi.NotifyOp;

/** Something that a rank did. */
public sealed interface Event {
    /** The call site that did it. */
    int site();

    /**
     * A deposit in a cell of a device's region.
     *
     * @param offset byte offset in the region
     * @param value what was added or set
     * @param result what the cell held right afterwards
     */
    record Notify(int site, int device, long offset, NotifyOp op, int value, int result)
            implements Event {}

    /** A wait for a cell of the rank's own region began. */
    record Await(int site, long offset, int expected) implements Event {}

    /** A wait for a cell of the rank's own region ended. */
    record Pass(int site, long offset) implements Event {}

    /**
     * A collective was entered.
     *
     * @param number how many calls the rank had made in its group then, this one included
     */
    record Enter(int site, int number) implements Event {}

    /**
     * The rank got at a peer's window.
     *
     * @param offset where the view begins in the region
     */
    record Access(int site, int device, long offset) implements Event {}

    /** A launched function began. */
    record TaskStart(int site) implements Event {}

    /** A launched function returned. */
    record TaskEnd(int site) implements Event {}
}
