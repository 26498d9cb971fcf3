package org.crosstile.isa;

/**
 * The pipes of one vector core on the simulated clock, and what each of them knows of the others.
 * An instruction starts when its pipe is free, when the scalar unit has issued it, and when the
 * events that it waits for have happened. Apart from that it knows nothing of other pipes: whether
 * that is enough is what {@link UbAccesses} and {@link GmAccesses} check. What a rank knows of
 * others is not known before the run is over, see {@link Crossings}.
 */
final class Pipes {
    static final int COUNT = Pipe.values().length;

    private final int rank;
    private final CostModel costs;
    private final Timeline timeline;
    private final long[] freeAt = new long[COUNT];
    private final int[][] known = new int[COUNT][COUNT];
    private final Crossings crossings;

    Pipes(int rank, CostModel costs, Timeline timeline, Crossings crossings) {
        this.rank = rank;
        this.costs = costs;
        this.timeline = timeline;
        this.crossings = crossings;
    }

    /** What a pipe knows of all pipes of its rank, itself included. */
    int[] known(Pipe pipe) {
        return known[pipe.ordinal()];
    }

    /** How many instructions a pipe has begun. */
    int position(Pipe pipe) {
        return known(pipe)[pipe.ordinal()];
    }

    /** The cycle up to which a pipe is busy. */
    long time(Pipe pipe) {
        return freeAt[pipe.ordinal()];
    }

    /**
     * Begins an instruction: from here on its pipe knows what the events and the scalar unit know.
     */
    void begin(Pipe pipe, RecordEvent... after) {
        int p = pipe.ordinal();
        long start = Math.max(freeAt[p], freeAt[Pipe.S.ordinal()]);
        if (pipe != Pipe.S) {
            join(known[p], known[Pipe.S.ordinal()]);
        }
        for (RecordEvent event : after) {
            long latency = event.pipe() == pipe ? 0 : costs.event();
            start = Math.max(start, event.time() + latency);
            join(known[p], event.known());
        }
        freeAt[p] = start;
        known[p][p]++;
    }

    /** Ends the instruction that the pipe has begun last. */
    RecordEvent end(Pipe pipe, long cycles, String what) {
        int p = pipe.ordinal();
        long from = freeAt[p];
        freeAt[p] = from + cycles;
        timeline.add(rank, pipe, from, freeAt[p], what);
        return new RecordEvent(pipe, freeAt[p], known[p].clone());
    }

    /** The scalar unit waits until a pipe has ended everything; what is issued later knows that. */
    RecordEvent drain(Pipe... pipes) {
        int s = Pipe.S.ordinal();
        known[s][s]++;
        for (Pipe pipe : pipes) {
            if (pipe != Pipe.S && position(pipe) > known[s][pipe.ordinal()]) {
                freeAt[s] = Math.max(freeAt[s], freeAt[pipe.ordinal()] + costs.event());
                join(known[s], known[pipe.ordinal()]);
                if (pipe == Pipe.CCU) {
                    crossings.drained(rank);
                }
            }
        }
        return new RecordEvent(Pipe.S, freeAt[s], known[s].clone());
    }

    /** The scalar unit stands still until a cycle. */
    void awake(long time) {
        int s = Pipe.S.ordinal();
        freeAt[s] = Math.max(freeAt[s], time);
    }

    private static void join(int[] to, int[] from) {
        for (int i = 0; i < to.length; i++) {
            to[i] = Math.max(to[i], from[i]);
        }
    }
}
