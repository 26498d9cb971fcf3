package org.crosstile.diagnose;

import java.util.Optional;

/**
 * Which values a cell can have where an agent looks at it: some deposits have happened by
 * guarantee, some come afterwards by guarantee, and the others are <em>open</em>.
 */
final class CellRange {
    /** All values between two bounds; none if the lower one is greater. */
    record Values(long low, long high) {
        static final Values NONE = new Values(Long.MAX_VALUE, Long.MIN_VALUE);

        Values and(Values other) {
            return new Values(Math.min(low, other.low), Math.max(high, other.high));
        }

        Values plus(Values other) {
            return new Values(low + other.low, high + other.high);
        }

        Values atLeast(long bound) {
            return bound > high ? NONE : new Values(Math.max(low, bound), high);
        }

        boolean isOnly(long value) {
            return low == value && high == value;
        }
    }

    private final CellLog cell;
    private final int[] sure;
    private final int[] end;

    /**
     * @param agent who looks
     * @param position of the look among what the agent does
     * @param clock how far the others were known to the agent then
     */
    CellRange(CellLog cell, int agent, int position, int[] clock) {
        this.cell = cell;
        int n = cell.sources.size();
        this.sure = new int[n];
        this.end = new int[n];
        int column = cell.column(agent);
        for (int s = 0; s < n; s++) {
            CellLog.Source source = cell.sources.get(s);
            sure[s] = source.upTo(source.agent == agent ? position : clock[source.agent]);
            end[s] = cell.firstAfter(source, sure[s], source.count, column, position);
        }
    }

    /** The values that the cell can have when all deposits have happened that may be earlier. */
    Values last() {
        Values all = Values.NONE;
        for (int s = 0; s < end.length; s++) {
            int set = cell.sources.get(s).lastSet[end[s]];
            if (set >= 0 && !isOverwritten(s, set, end)) {
                all = all.and(from(s, set, end));
            }
        }
        return all.low <= all.high ? all : sums(end);
    }

    /**
     * The values that can be seen.
     *
     * @param bound what the agent has waited for before: it is seen, or what came after
     */
    Values seen(long bound) {
        Values before = Values.NONE;
        boolean any = false;
        for (int s = 0; s < sure.length; s++) {
            int set = cell.sources.get(s).lastSet[sure[s]];
            if (set >= 0) {
                any = true;
                before = isOverwritten(s, set, sure) ? before : before.and(from(s, set, sure));
            }
        }
        before = any ? before : sums(sure);
        Values all = canFall() ? before : before.atLeast(bound);
        for (int s = 0; s < sure.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            for (int i = sure[s]; i < end[s]; i++) {
                all = source.sets[i] ? all.and(from(s, i, sure)) : all;
            }
        }
        return all;
    }

    /** An open deposit that can make the cell hold something else than a value. */
    Optional<Integer> open(long value) {
        for (int s = 0; s < sure.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            for (int i = sure[s]; i < end[s]; i++) {
                if (source.sets[i] ? source.values[i] != value : source.values[i] != 0) {
                    return Optional.of(source.events[i]);
                }
            }
        }
        return Optional.empty();
    }

    /** Whether an open addition takes something away. */
    private boolean canFall() {
        for (int s = 0; s < sure.length; s++) {
            if (any(cell.sources.get(s), sure[s], end[s]).low < 0) {
                return true;
            }
        }
        return false;
    }

    /** Without any Set: what has surely been added, and of the open additions any. */
    private Values sums(int[] counts) {
        Values all = new Values(0, 0);
        for (int s = 0; s < counts.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            long sum = source.sums[counts[s]];
            all = all.plus(new Values(sum, sum)).plus(any(source, counts[s], end[s]));
        }
        return all;
    }

    /** Whether another of the Sets that have happened surely came after this one. */
    private boolean isOverwritten(int source, int set, int[] counts) {
        CellLog.Source mine = cell.sources.get(source);
        int column = cell.column(mine.agent);
        for (int s = 0; s < counts.length; s++) {
            CellLog.Source other = cell.sources.get(s);
            int last = other.lastSet[counts[s]];
            if (s != source
                    && last >= 0
                    && cell.known(other, last, column) >= mine.positions[set]) {
                return true;
            }
        }
        return false;
    }

    /**
     * What the cell can hold if a Set was the last one.
     *
     * @param counts how many deposits of each source have surely happened
     */
    private Values from(int source, int set, int[] counts) {
        CellLog.Source mine = cell.sources.get(source);
        int column = cell.column(mine.agent);
        Values all = new Values(mine.values[set], mine.values[set]);
        for (int s = 0; s < counts.length; s++) {
            CellLog.Source other = cell.sources.get(s);
            int unwiped =
                    s == source
                            ? set + 1
                            : other.upTo(cell.known(mine, set, cell.column(other.agent)));
            int to = Math.max(unwiped, end[s]);
            int after =
                    s == source
                            ? unwiped
                            : cell.firstAfter(other, unwiped, to, column, mine.positions[set]);
            int surely = Math.clamp(counts[s], after, to);
            long certain = other.sums[surely] - other.sums[after];
            all =
                    all.plus(new Values(certain, certain))
                            .plus(any(other, unwiped, after))
                            .plus(any(other, surely, to));
        }
        return all;
    }

    /** What a range of additions brings if any of them may be missing. */
    private static Values any(CellLog.Source source, int from, int to) {
        long gain = source.gains[to] - source.gains[from];
        long change = source.sums[to] - source.sums[from];
        return new Values(change - gain, gain);
    }
}
