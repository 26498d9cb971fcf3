package org.crosstile.lower;

import org.crosstile.model.Function;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Decides in which local memory every tile lies. Operators say it of what they make; a variable that carries
 * or merges tiles lies where those lie that reach it, and they must all lie in one memory.
 */
public final class InferTileMemorySpace implements Pass {
    /** Tiles of two memories meet. */
    public static final Rule DIFFERENT =
            Rule.of("tile-memory-differs", "the tiles that meet in a variable must lie in one local memory")
                    .explained(
                            "Each local memory of a core is a memory of its own. A variable is a place in one of them.",
                            "kernel",
                            "t = pl.load(x, [0, 0], [8, 64], target_memory=pl.Mem.Mat)\nif n > 0:\n"
                                    + "    t = pl.load(x, [0, 0], [8, 64])\ny = pl.store(t, [0, 0], y)",
                            "t = pl.load(x, [0, 0], [8, 64])\nif n > 0:\n"
                                    + "    t = pl.load(x, [0, 0], [8, 64])\ny = pl.store(t, [0, 0], y)");

    @Override
    public Stage needs() {
        return Stage.TILES_2D;
    }

    @Override
    public Stage gives() {
        return Stage.TILES_2D;
    }

    @Override
    public Program run(Program program, Problems problems) {
        for (Function f : program.functions()) {
            if (f.place() == Place.KERNEL) {
                Walk.statements(
                        f.body(),
                        s -> TileMoves.flows(s).forEach(flow -> check(flow.from(), flow.to(), problems)));
            }
        }
        return program;
    }

    private static void check(Var from, Var to, Problems problems) {
        if (from.type() instanceof Type.Tile a && to.type() instanceof Type.Tile b && a.space() != b.space()) {
            Problem.error(DIFFERENT, from.span(), "this lies in " + a.space())
                    .see(to.span(), "`" + to.name() + "` lies in " + b.space())
                    .hint("give both the same target_memory, or move one with pl.tile.move")
                    .to(problems);
        }
    }
}
