package org.crosstile.ranks;

import java.util.List;
import org.crosstile.memory.Fault;

/** Leaves a rank's code because the run is over. Never a cause of anything. */
public final class Unwind extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Leaves code whose place nobody asks for. */
    public static final Unwind NOW = new Unwind(List.of());

    private final transient List<Fault.Frame> frames;

    private Unwind(List<Fault.Frame> frames) {
        super("the run is over", null, false, false);
        this.frames = frames;
    }

    /** Leaves code that could go on, and remembers where that was. */
    public static Unwind here() {
        return new Unwind(Fault.here());
    }

    /** Where the code was left, innermost first; empty if nobody asks. */
    public List<Fault.Frame> frames() {
        return frames;
    }
}
