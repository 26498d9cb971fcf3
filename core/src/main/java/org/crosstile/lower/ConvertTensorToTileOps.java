package org.crosstile.lower;

import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * Lets kernels compute on tiles: a tensor-level operator loads its operands and gives a tile; what
 * it gives is stored where it is assembled.
 *
 * <pre>
 * x_row = slice(x, [1, 32], [row, 0])        t = tile.load(x, [row, 0], [1, 32])
 * y_row = tensor.add(x_row, 1.0)             y_row = tile.add(t, 1.0)
 * y2 = assemble(y, y_row, [row, 0])          y2 = tile.store(y_row, [row, 0], y)
 * </pre>
 *
 * <p>Slices that are computed on are loaded where they are taken, so that a slice keeps the values
 * it had.
 */
public final class ConvertTensorToTileOps implements Pass {
    public static final Rule STATIC_SHAPE =
            Rule.of(
                            "tensor-compute-static",
                            "a tensor that a kernel computes on must have a static shape")
                    .explained(
                            "The tensor is loaded into a tile, and tiles have a size that is known at compile time.",
                            "kernel",
                            "y = pl.assemble(y, pl.add(any_x, 1.0), [0, 0])",
                            "y = pl.assemble(y, pl.add(pl.slice(any_x, [1, 64], [0, 0]), 1.0), [0, 0])");

    public static final Rule NO_MEMORY =
            Rule.of(
                            "tensor-compute-stored",
                            "a tensor computed in a kernel must be assembled into one before it is used so")
                    .explained(
                            "In a kernel the result of a tensor-level operator is a tile. It has no place in global"
                                    + " memory until it is assembled into a tensor or window.",
                            "kernel",
                            "t = pl.load(pl.tensor.add(x, x), [0, 0], [8, 64])\ny = pl.store(t, [0, 0], y)",
                            "y = pl.assemble(y, pl.tensor.add(x, x), [0, 0])");

    private final Toolbox toolbox;

    public ConvertTensorToTileOps(Toolbox toolbox) {
        this.toolbox = toolbox;
    }

    @Override
    public Stage needs() {
        return Stage.SSA;
    }

    @Override
    public Stage gives() {
        return Stage.TILE_OPS;
    }

    @Override
    public Program run(Program program, Problems problems) {
        return program.map(f ->
                f.place() == Place.KERNEL
                        ? new TileConversion(f, toolbox, problems).function(f)
                        : f);
    }
}
