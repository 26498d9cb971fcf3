package org.crosstile.lower;

import org.crosstile.model.Program;
import org.crosstile.source.Problems;

/** One step of lowering. */
public interface Pass {
    /** The name by which {@code lower --to} asks for the program after this pass. */
    default String name() {
        return getClass().getSimpleName();
    }

    /** What must be true before. */
    Stage needs();

    /** What is true afterwards, if no problems were reported. */
    Stage gives();

    /**
     * The program after the pass. User errors go to {@code problems}; the result is then of no use.
     */
    Program run(Program program, Problems problems);
}
