package org.crosstile.lower;

import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Gives every tile of a kernel an address in its memory space, a multiple of 32 bytes. Tiles that
 * are never alive at once may share bytes; an operator that works in place shares its operand's
 * buffer.
 *
 * <p>Carried and merged tiles: the values before, in and after a loop (and of both branches of an
 * {@code if}) lie in one buffer where their lives allow it. Where they do not, the tile is copied,
 * so that in the result every initial and every yielded tile already lies at the address of the
 * variable that receives it: entering a loop and yielding move no data.
 */
public final class AllocateUb implements Pass {
    /** The tiles that a kernel needs at once do not fit. */
    public static final Rule OVERFLOW =
            Rule.of(
                            "ub-overflow",
                            "tiles that are alive at the same time must fit the local memory of a core")
                    .explained(
                            "The UB of a vector core holds 192 KiB. Tiles whose lives do not overlap share bytes; those"
                                    + " that are alive together cannot.",
                            "kernel",
                            large("[512, 64]"),
                            large("[128, 64]"));

    private static String large(String shape) {
        return "a = pl.tile.full(SHAPE, dtype=pl.FP32, value=1.0)\nb = pl.tile.full(SHAPE, dtype=pl.FP32, value=2.0)\n"
                        .replace("SHAPE", shape)
                + "y = pl.store(pl.tile.set_validshape(pl.add(a, b), 8, 64), [0, 0], y)";
    }

    private final Toolbox toolbox;

    public AllocateUb(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.PRIMITIVES;
    }

    @Override
    public Stage gives() {
        return Stage.PLACED;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f ->
                f.place() == Place.KERNEL
                        ? new TileAllocation(f, toolbox, problems).function()
                        : f);
    }
}
