package org.crosstile.isa;

import java.util.ArrayList;
import java.util.List;

/** When which pipe of which rank worked, on the simulated clock. */
public final class Timeline {
    /** So many intervals are kept; sums are exact for any number. */
    public static final int MOST = 20_000;

    /** Work of one pipe, from a cycle to another (exclusive). */
    public record Interval(int rank, Pipe pipe, long from, long to, String what) {}

    private final List<Interval> intervals = new ArrayList<>();
    private final long[][] busy;
    private long left;
    private long end;

    Timeline(int ranks) {
        this.busy = new long[ranks][Pipe.values().length];
    }

    void add(int rank, Pipe pipe, long from, long to, String what) {
        busy[rank][pipe.ordinal()] += to - from;
        end = Math.max(end, to);
        if (from == to) {
            return;
        }
        if (intervals.size() < MOST) {
            intervals.add(new Interval(rank, pipe, from, to, what));
        } else {
            left++;
        }
    }

    /** In the order of the instructions. */
    public List<Interval> intervals() {
        return List.copyOf(intervals);
    }

    /** How many intervals were not kept. */
    public long left() {
        return left;
    }

    /** Ranks of the run. */
    public int ranks() {
        return busy.length;
    }

    /** Cycles in which a pipe worked. */
    public long busy(int rank, Pipe pipe) {
        return busy[rank][pipe.ordinal()];
    }

    /** The cycle at which the last work ended. */
    public long end() {
        return end;
    }
}
