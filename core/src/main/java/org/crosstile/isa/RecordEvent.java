package org.crosstile.isa;

/**
 * The end of an instruction on its pipe. An instruction that is told to wait for it starts later,
 * and may touch what the other has touched.
 */
public final class RecordEvent {
    private final Pipe pipe;
    private final long time;
    private final int[] known;

    /**
     * @param time cycles on the simulated clock
     * @param known how far each pipe of its rank has come when this event happens, for certain
     */
    RecordEvent(Pipe pipe, long time, int[] known) {
        this.pipe = pipe;
        this.time = time;
        this.known = known;
    }

    /** The pipe whose work ends here. */
    public Pipe pipe() {
        return pipe;
    }

    /** When, in cycles of the simulated clock. */
    public long time() {
        return time;
    }

    int[] known() {
        return known;
    }
}
