package org.crosstile.ranks.simulated;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.memory.Area;

/** One step of an interleaving: what it touched, and what it comes after. */
final class Step {
    /** How bytes are touched. */
    enum Mode {
        READ,
        WRITE,
        /** Elements are added; floats round in the order in which that happens. */
        ADD,
        /** A cell is set. */
        SET,
        /** A cell is added to, which commutes. */
        COUNT,
        /** A cell had to satisfy a condition. */
        AWAIT;

        /** Whether the order of two that touch the same bytes matters. */
        boolean conflictsWith(Mode other) {
            boolean reads = this == READ || this == AWAIT;
            boolean otherReads = other == READ || other == AWAIT;
            return !(reads && otherReads) && !(this == COUNT && other == COUNT);
        }
    }

    /**
     * Bytes that a step touched.
     *
     * @param event of the trace
     */
    record Access(Mode mode, int device, Area area, int event) {
        boolean conflictsWith(Access other) {
            return device == other.device
                    && mode.conflictsWith(other.mode)
                    && area.intersects(other.area);
        }
    }

    /** Who moved: an agent's identity, or a lane's. */
    final Object mover;

    /** Whether all before comes before it. */
    final boolean barrier;

    /** The first event of the trace that it wrote. */
    final int from;

    /** Behind the last one; known when the next step begins. */
    int to;

    /** Whether a run ended with it, and the next one found the windows zeroed. */
    boolean endsZeroed;

    /** The events that sent the parcel that arrived, if the mover is a lane. */
    final int sentFrom;

    final int sentTo;

    final List<Access> accesses = new ArrayList<>();

    /** Per mover, the last of its steps that is this one or comes before it; -1 if none. */
    int[] clock = new int[0];

    Step(Object mover, boolean barrier, int from, int sentFrom, int sentTo) {
        this.mover = mover;
        this.barrier = barrier;
        this.from = from;
        this.sentFrom = sentFrom;
        this.sentTo = sentTo;
    }

    /** Whether the order of two steps of different movers matters. */
    boolean conflictsWith(Step other) {
        for (Access access : accesses) {
            for (Access theirs : other.accesses) {
                if (access.conflictsWith(theirs)) {
                    return true;
                }
            }
        }
        return false;
    }
}
