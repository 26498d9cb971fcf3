package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Reductions of each row of a tile to one element, from the first column to the last. */
public final class RowReduce extends LocalPrimitive {
    private static final Slot TILE =
            Slot.of("tile", new Kind.Tile(), "what to reduce: its valid region");
    private static final Slot TMP =
            Slot.of(
                    "tmp_tile",
                    new Kind.Tile(),
                    "scratch of the same element type, at least as large");

    public static final RowReduce SUM =
            new RowReduce(
                    "row_sum",
                    "rowSum",
                    "Adds up each row; floats narrower than FP32 round at each step.");
    public static final RowReduce MAX =
            new RowReduce("row_max", "rowMax", "Takes the largest of each row.");

    private final String method;
    private final Rule rank =
            declare(
                    Rule.of(id("rank"), "the tile must have two dimensions")
                            .explained(
                                    "Rows and columns must be two dimensions.",
                                    "kernel",
                                    "t = "
                                            + name()
                                            + "(pl.load(cube, [0, 0, 0], [1, 8, 64]), pl.tile.create([8, 64], dtype=pl.FP32))",
                                    "t = "
                                            + name()
                                            + "(pl.load(x, [0, 0], [8, 64]), pl.tile.create([8, 64], dtype=pl.FP32))"));
    private final Rule dtype =
            declare(
                    Rule.of(id("dtype"), "the tile must hold numbers")
                            .explained(
                                    "Truth values have no sum and no order.",
                                    "kernel",
                                    "t = "
                                            + name()
                                            + "(pl.load(flags, [0, 0], [4, 64]), pl.tile.create([4, 64], dtype=pl.BOOL))",
                                    "t = "
                                            + name()
                                            + "(pl.load(x, [0, 0], [8, 64]), pl.tile.create([8, 64], dtype=pl.FP32))"));
    private final Rule tmp =
            declare(
                    Rule.of(
                                    id("tmp"),
                                    "the scratch tile must have the tile's element type and be as large at least")
                            .explained(
                                    "The core folds rows in this scratch tile.",
                                    "kernel",
                                    "t = "
                                            + name()
                                            + "(pl.load(x, [0, 0], [8, 64]), pl.tile.create([1, 64], dtype=pl.FP32))",
                                    "t = "
                                            + name()
                                            + "(pl.load(x, [0, 0], [8, 64]), pl.tile.create([8, 64], dtype=pl.FP32))"));

    private RowReduce(String word, String method, String doc) {
        super("pl.tile." + word, doc, KERNEL, List.of("pl." + word), TILE, TMP);
        this.method = method;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        Type.Tile scratch = (Type.Tile) call.get(TMP).type();
        if (tile.shape().size() != 2) {
            Problem.error(rank, call.get(TILE).span(), "this is " + tile.describe())
                    .hint("pl.tile.reshape it to [rows, columns]")
                    .to(problems);
            return tile;
        }
        if (!Elementwise.isNumber(tile.dtype())) {
            Problem.error(dtype, call.get(TILE).span(), "this holds " + tile.dtype()).to(problems);
        }
        if (scratch.dtype() != tile.dtype() || elements(scratch) < elements(tile)) {
            Problem.error(tmp, call.get(TMP).span(), "this is " + scratch.describe())
                    .see(call.get(TILE).span(), "this is " + tile.describe())
                    .hint("pl.tile.create a scratch tile of the tile's shape and element type")
                    .to(problems);
        }
        List<Expr> valid = new ArrayList<>(tile.effectiveValid());
        valid.set(1, Exprs.index(1));
        return new Type.Tile(List.of(tile.shape().getFirst(), Exprs.index(1)), tile.dtype())
                .withValid(valid);
    }

    private static long elements(Type.Tile tile) {
        return (long) tile.rows() * tile.columns();
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                method,
                void.class,
                Run.arg(TILE, Tile.class),
                Run.result(Tile.class));
    }
}
