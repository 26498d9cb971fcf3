package org.crosstile.lower;

import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Gives every assignment a variable of its own. A variable that a loop changes is carried by the
 * loop; one that a branch changes becomes a result of the {@code if}; only where it is read
 * afterwards.
 *
 * <p>A variable that is first set inside a loop or a branch and read after it has a value on the
 * other path too: a number is 0, a tile is undefined, a tensor that was stored to is that tensor,
 * and a context or view that could as well have been made before is made before.
 */
public final class ConvertToSSA implements Pass {
    /** A value is read that is not set on every path. */
    public static final Rule MAYBE_UNSET =
            Rule.of(
                            "maybe-unset",
                            "a value that is read must be set on every path that leads there")
                    .explained(
                            "A loop may run zero times and a branch may not be taken. A tensor that is only"
                                    + " named there would be no tensor at all.",
                            "kernel",
                            "for i in pl.range(n):\n    part = pl.slice(x, [1, 64], [i, 0])\n"
                                    + "pl.store(pl.load(part, [0, 0], [1, 64]), [0, 0], y)",
                            "part = pl.slice(x, [1, 64], [0, 0])\nfor i in pl.range(n):\n"
                                    + "    part = pl.slice(x, [1, 64], [i, 0])\n"
                                    + "pl.store(pl.load(part, [0, 0], [1, 64]), [0, 0], y)");

    private final Toolbox toolbox;

    public ConvertToSSA(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.FLAT;
    }

    @Override
    public Stage gives() {
        return Stage.SSA;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(
                f -> f.isSubWorker() ? f : new SsaBuilder(f, toolbox, problems).function());
    }
}
