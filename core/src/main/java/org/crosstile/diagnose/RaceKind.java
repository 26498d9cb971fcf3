package org.crosstile.diagnose;

import org.crosstile.diagnose.MissingOrder.Reason;
import org.crosstile.record.Trace;

/** What goes wrong in a race, in a word. */
enum RaceKind {
    OVERWRITTEN("overwritten while read"),
    EARLY("read before written"),
    TWO_WRITES("two writes"),
    LOST_UPDATE("lost update");

    private final String words;

    RaceKind(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    /** The kind of a race; it does not depend on which access came first in the run. */
    static RaceKind of(Races.Race race, Reason reason, Trace trace, Ordering order) {
        if (race.neighbours || adds(race.first, race.second) || adds(race.second, race.first)) {
            return LOST_UPDATE;
        }
        boolean firstReads = race.first.kind == Access.Kind.READ;
        if (!firstReads && race.second.kind != Access.Kind.READ) {
            return TWO_WRITES;
        }
        Access read = firstReads ? race.first : race.second;
        Access write = firstReads ? race.second : race.first;
        return new Meaning(trace, order).isLate(race, read, write, reason) ? EARLY : OVERWRITTEN;
    }

    /** Whether one adds or signals, and the other one does not just read. */
    private static boolean adds(Access one, Access other) {
        return (one.kind == Access.Kind.ADD || one.kind == Access.Kind.SIGNAL)
                && other.kind != Access.Kind.READ;
    }

    /** What a program means a read to find: what a write brings, or what was there before it. */
    private record Meaning(Trace trace, Ordering order) {
        /** Whether the write was meant to come first. */
        boolean isLate(Races.Race race, Access read, Access write, Reason reason) {
            return switch (reason) {
                case Reason.Stale stale -> true;
                case Reason.NoFence noFence -> trace.agent(noFence.signal()) == write.agent;
                case Reason.Satisfied satisfied -> trace.agent(satisfied.signal()) == write.agent;
                case Reason.NoWait noWait -> isLateWithoutWait(race, read, write);
            };
        }

        private boolean isLateWithoutWait(Races.Race race, Access read, Access write) {
            if (isFilled(race, read, write, true)) {
                return false;
            }
            boolean told = isTold(write, read);
            return told == isTold(read, write) ? !isFilled(race, read, write, false) : told;
        }

        /** Whether one's agent notifies afterwards, and the other's waits for it too late. */
        private boolean isTold(Access one, Access other) {
            for (int e = MissingOrder.event(other) + 1; e < trace.size(); e++) {
                if (trace.kind(e) == Trace.Kind.WAIT
                        && trace.agent(e) == other.agent
                        && sendsAfter(one, order.cell(e))) {
                    return true;
                }
            }
            return false;
        }

        private static boolean sendsAfter(Access access, CellLog cell) {
            return cell.sources.stream()
                    .anyMatch(source ->
                            source.agent == access.agent
                                    && source.upTo(access.position) < source.count);
        }

        /**
         * Whether something was written there before the read, by guarantee.
         *
         * @param bySame only what the writer itself wrote counts
         */
        private boolean isFilled(Races.Race race, Access read, Access write, boolean bySame) {
            for (int e = 0; e < MissingOrder.event(read); e++) {
                boolean fills =
                        switch (trace.kind(e)) {
                            case WRITE, WRITE_ELEMENT -> true;
                            case ADD -> write.kind != Access.Kind.ADD;
                            default -> false;
                        };
                if (fills
                        && (!bySame || trace.agent(e) == write.agent)
                        && trace.device(e) == race.device
                        && read.knows(trace.agent(e), order.position(e))
                        && trace.area(e).contains(race.offset)) {
                    return true;
                }
            }
            return false;
        }
    }
}
