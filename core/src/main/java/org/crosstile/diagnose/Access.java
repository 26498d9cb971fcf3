package org.crosstile.diagnose;

import org.crosstile.abi.DType;
import org.crosstile.memory.Area;

/** An access to bytes of a window in one rank's region. */
final class Access {
    /** What it does to the bytes. */
    enum Kind {
        READ,
        WRITE,
        /** Adds atomically. */
        ADD,
        /** Deposits in a signal cell. */
        SIGNAL
    }

    /**
     * Which additions commute with each other on the same bytes: those of the same element type
     * whose elements begin at the same bytes.
     */
    record Grain(DType type, int shift) {
        /** No addition. */
        static final Grain NONE = new Grain(DType.INT32, -1);

        static Grain of(DType type, long offset) {
            return new Grain(type, (int) (offset % type.bytes()));
        }
    }

    final int event;
    final int agent;
    final int position;
    final Kind kind;
    final Area area;
    private final Grain grain;

    /** What its agent knew of all agents when it started. */
    final int[] start;

    /** The step of its agent from which on it is complete; 0 as long as it is not. */
    int end;

    /** The last access that was compared with it. */
    int comparedWith = -1;

    Access(int event, int agent, int position, Kind kind, Area area, int[] start) {
        this(event, agent, position, kind, area, Grain.NONE, start);
    }

    Access(int event, int agent, int position, Kind kind, Area area, Grain grain, int[] start) {
        this.event = event;
        this.agent = agent;
        this.position = position;
        this.kind = kind;
        this.area = area;
        this.grain = grain;
        this.start = start;
        this.end = kind == Kind.READ || kind == Kind.SIGNAL ? position : 0;
    }

    /** What changes a cell, if only another deposit is in no order with it. */
    static Access deposit(int event, int agent, int position, long cell) {
        Area area = Area.run(cell, Integer.BYTES);
        return new Access(event, agent, position, Kind.SIGNAL, area, new int[0]);
    }

    /** Whether it is complete before another one starts, by guarantee. */
    boolean isBefore(Access later) {
        return agent == later.agent || (end > 0 && later.start[agent] >= end);
    }

    /** Whether a step of some agent is before it, by guarantee. */
    boolean knows(int other, int step) {
        return other == agent ? step < position : start[other] >= step;
    }

    /**
     * Whether two accesses to the same bytes need an order. What reads find in cells is not told.
     */
    boolean conflictsWith(Access other) {
        return switch (kind) {
            case READ -> other.kind == Kind.WRITE || other.kind == Kind.ADD;
            case WRITE -> true;
            case ADD ->
                    other.kind == Kind.READ
                            || other.kind == Kind.WRITE
                            || !grain.equals(other.grain);
            case SIGNAL ->
                    other.kind == Kind.WRITE
                            || (other.kind == Kind.ADD && !grain.equals(other.grain));
        };
    }

    /** Whether what conflicts with another access to the same bytes conflicts with this one. */
    boolean standsFor(Access other) {
        return kind == Kind.WRITE || (kind == other.kind && grain.equals(other.grain));
    }

    /** Whether it touches all bytes of another one; false in doubt. */
    boolean covers(Access other) {
        Area mine = area;
        Area its = other.area;
        if (mine.equals(its)) {
            return true;
        }
        boolean gapless = mine.runs() == 1 || mine.stride() == mine.bytes();
        return gapless && mine.offset() <= its.offset() && its.end() <= mine.end();
    }
}
