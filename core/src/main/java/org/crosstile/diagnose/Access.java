package org.crosstile.diagnose;

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
        SIGNAL;

        /** Whether two accesses to the same bytes need an order. */
        boolean conflictsWith(Kind other) {
            return switch (this) {
                case READ -> other == WRITE || other == ADD;
                case WRITE -> true;
                case ADD -> other == READ || other == WRITE;
                case SIGNAL -> other == WRITE;
            };
        }
    }

    final int event;
    final int agent;
    final int position;
    final Kind kind;
    final Area area;

    /** The step of its agent from which on it is complete; 0 as long as it is not. */
    int end;

    /** The last access that was compared with it. */
    int comparedWith = -1;

    Access(int event, int agent, int position, Kind kind, Area area) {
        this.event = event;
        this.agent = agent;
        this.position = position;
        this.kind = kind;
        this.area = area;
        this.end = kind == Kind.READ || kind == Kind.SIGNAL ? position : 0;
    }

    /**
     * Whether it is complete before another one starts, by guarantee.
     *
     * @param start what the agent of the other knew of all agents when that one started
     */
    boolean isBefore(Access later, int[] start) {
        return agent == later.agent || (end > 0 && start[agent] >= end);
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
