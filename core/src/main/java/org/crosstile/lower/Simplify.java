package org.crosstile.lower;

import org.crosstile.model.Program;
import org.crosstile.source.Problems;

/**
 * Folds constants, replaces copies by what they copy, takes the branch of a constant condition,
 * drops loops that never run, and removes what is computed for nothing. Reads and writes of memory
 * stay: they may be what the user wants to be told about.
 */
public final class Simplify implements Pass {
    private final String name;
    private final Stage stage;

    /**
     * @param name distinguishes the places in the pipeline
     * @param stage the stage, which the pass keeps
     */
    public Simplify(String name, Stage stage) {
        this.name = name;
        this.stage = stage;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Stage needs() {
        return stage;
    }

    @Override
    public Stage gives() {
        return stage;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(
                f -> f.isSubWorker() ? f : DeadCode.without(new Folding(problems).function(f)));
    }
}
