package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.crosstile.abi.WaitCmp;

/**
 * The release rule for one wait: a deposit is ordered before it if the wait could not have become
 * true without that deposit and all that were sent after it.
 *
 * <p>Deposits that were sent after the wait do not count. Those before it (<em>sure</em>) have all
 * happened; of the others, any may have happened first.
 */
final class Release {
    private final CellLog cell;
    private final int expected;
    private final WaitCmp cmp;
    private final int[] sure;
    private final int[] end;

    /**
     * @param waiter the agent that waits
     * @param position of the wait among what the agent does
     * @param clock how far the others were known to the waiter, before the wait
     */
    Release(CellLog cell, int waiter, int position, int[] clock, int expected, WaitCmp cmp) {
        this.cell = cell;
        this.expected = expected;
        this.cmp = cmp;
        int n = cell.sources.size();
        this.sure = new int[n];
        this.end = new int[n];
        int column = cell.column(waiter);
        for (int s = 0; s < n; s++) {
            CellLog.Source source = cell.sources.get(s);
            sure[s] = source.upTo(source.agent == waiter ? position : clock[source.agent]);
            end[s] = cell.firstAfter(source, sure[s], source.count, column, position);
        }
    }

    /** How many deposits of a source came before the wait anyway. */
    int sure(int source) {
        return sure[source];
    }

    /**
     * The last deposit of a source that the wait needs; -1 if there is none but those that come
     * before it anyway. All earlier ones of the source are needed, too.
     */
    int lastNeeded(int source) {
        int low = sure[source];
        int high = end[source];
        if (low == high || reaches(without(source, low))) {
            return -1;
        }
        while (low + 1 < high) {
            int middle = (low + high) >>> 1;
            if (reaches(without(source, middle))) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low;
    }

    /** Whether a deposit is needed. */
    boolean needs(int source, int deposit) {
        return deposit < sure[source] || deposit <= lastNeeded(source);
    }

    /**
     * The first deposits in the order of the run that are enough without one and what came after
     * it; empty if the initial value is, or nothing.
     */
    List<Integer> enoughWithout(int source, int deposit) {
        int[] left = deposit < sure[source] ? sure.clone() : without(source, deposit);
        List<int[]> events = new ArrayList<>();
        for (int s = 0; s < left.length; s++) {
            for (int i = 0; i < left[s]; i++) {
                events.add(new int[] {cell.sources.get(s).events[i], s, i});
            }
        }
        events.sort(Comparator.comparingInt(e -> e[0]));
        List<Integer> credits = new ArrayList<>();
        long value = 0;
        for (int[] e : events) {
            CellLog.Source sender = cell.sources.get(e[1]);
            int change = sender.values[e[2]];
            if (sender.sets[e[2]]) {
                value = change;
                credits.clear();
            } else {
                value += change;
            }
            if (change > 0) {
                credits.add(e[0]);
            } else if (change < 0 && !credits.isEmpty()) {
                credits.removeFirst();
            }
            boolean over = e[0] >= lastTaken(left);
            if (over && (cmp == WaitCmp.Ge ? value >= expected : value == expected)) {
                return credits;
            }
        }
        return credits;
    }

    /** The last event before the wait that took credit or set the cell. */
    private int lastTaken(int[] left) {
        int last = -1;
        for (int s = 0; s < left.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            for (int i = sure[s] - 1; i >= 0; i--) {
                if (source.sets[i] || source.values[i] < 0) {
                    last = Math.max(last, source.events[i]);
                    break;
                }
            }
        }
        return last;
    }

    /** How many deposits of each source are left without one and those that come after it. */
    private int[] without(int source, int deposit) {
        int[] left = new int[sure.length];
        CellLog.Source removed = cell.sources.get(source);
        int column = left.length == 1 ? 0 : cell.column(removed.agent);
        for (int s = 0; s < left.length; s++) {
            left[s] =
                    s == source
                            ? deposit
                            : cell.firstAfter(
                                    cell.sources.get(s),
                                    sure[s],
                                    end[s],
                                    column,
                                    removed.positions[deposit]);
        }
        return left;
    }

    /** Whether the condition holds after some order of the sure deposits and some of the others. */
    private boolean reaches(int[] left) {
        if (!cell.hasSets()) {
            long low = 0;
            long high = 0;
            for (int s = 0; s < left.length; s++) {
                CellLog.Source source = cell.sources.get(s);
                long gain = source.gains[left[s]] - source.gains[sure[s]];
                long change = source.sums[left[s]] - source.sums[sure[s]];
                high += source.sums[sure[s]] + gain;
                low += source.sums[sure[s]] + change - gain;
            }
            return holds(low, high);
        }
        return reachesAfterSure(left) || reachesAfterOther(left);
    }

    private boolean holds(long low, long high) {
        return cmp == WaitCmp.Ge ? high >= expected : low <= expected && expected <= high;
    }

    /** With the last Set among the sure ones, or with none at all. */
    private boolean reachesAfterSure(int[] left) {
        boolean any = false;
        for (int s = 0; s < left.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            int set = source.lastSet[sure[s]];
            if (set >= 0 && !isOverwritten(s, set)) {
                any = true;
                if (reachesFrom(s, set, left)) {
                    return true;
                }
            } else if (set >= 0) {
                any = true;
            }
        }
        if (any) {
            return false;
        }
        long low = 0;
        long high = 0;
        for (int s = 0; s < left.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            low += source.sums[sure[s]];
            high += source.sums[sure[s]] + source.gains[left[s]] - source.gains[sure[s]];
        }
        return holds(low, high);
    }

    /** Whether another sure Set came after this one. */
    private boolean isOverwritten(int source, int set) {
        CellLog.Source mine = cell.sources.get(source);
        int column = cell.column(mine.agent);
        for (int s = 0; s < sure.length; s++) {
            CellLog.Source other = cell.sources.get(s);
            int last = other.lastSet[sure[s]];
            if (s != source
                    && last >= 0
                    && cell.known(other, last, column) >= mine.positions[set]) {
                return true;
            }
        }
        return false;
    }

    /** With the last Set among those that may have happened. */
    private boolean reachesAfterOther(int[] left) {
        for (int s = 0; s < left.length; s++) {
            CellLog.Source source = cell.sources.get(s);
            for (int i = sure[s]; i < left[s]; i++) {
                if (source.sets[i] && reachesFrom(s, i, left)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether the condition can hold when a Set is the last one: what is added may come later. */
    private boolean reachesFrom(int source, int set, int[] left) {
        CellLog.Source mine = cell.sources.get(source);
        long low = mine.values[set];
        long high = low;
        for (int s = 0; s < left.length; s++) {
            CellLog.Source other = cell.sources.get(s);
            int from =
                    s == source
                            ? set + 1
                            : other.upTo(cell.known(mine, set, cell.column(other.agent)));
            int to = Math.max(from, left[s]);
            if (s == source) {
                int surely = Math.min(to, Math.max(from, sure[s]));
                long after = other.sums[surely] - other.sums[from];
                high += after + other.gains[to] - other.gains[surely];
                low += after;
            } else {
                high += other.gains[to] - other.gains[from];
            }
        }
        return holds(low, high);
    }
}
