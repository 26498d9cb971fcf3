package org.crosstile.operators;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
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

/** {@code pl.tile.set_validshape}: declares how much of a tile is valid. */
public final class SetValidShape extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "the tile");
    private static final Slot ROWS =
            Slot.of("valid_rows", new Kind.Integer(DType.INDEX), "how many leading rows are valid");
    private static final Slot COLUMNS =
            Slot.of(
                    "valid_cols",
                    new Kind.Integer(DType.INDEX),
                    "how many leading columns are valid");

    public static final SetValidShape OP = new SetValidShape();

    private final Rule rank =
            declare(
                    Rule.of(id("rank"), "the tile must have two dimensions")
                            .explained(
                                    "The valid region is so many rows of so many columns.",
                                    "kernel",
                                    "t = pl.tile.set_validshape(pl.load(cube, [0, 0, 0], [1, 8, 64]), 1, 64)",
                                    "t = pl.tile.set_validshape(pl.load(x, [0, 0], [8, 64]), 1, 64)"));
    private final Rule extent =
            declare(
                    Rule.of(
                                    TileMath.VALID_EXTENT,
                                    "a valid extent must lie between 0 and the tile's extent")
                            .explained(
                                    "Only elements of the tile can be valid.",
                                    "kernel",
                                    "t = pl.tile.set_validshape(pl.load(x, [0, 0], [8, 64]), 9, 64)",
                                    "t = pl.tile.set_validshape(pl.load(x, [0, 0], [8, 64]), 8, 64)"));

    private SetValidShape() {
        super(
                "pl.tile.set_validshape",
                "Declares how many leading rows and columns of a tile are valid.",
                KERNEL,
                List.of("pl.set_validshape"),
                TILE,
                ROWS,
                COLUMNS);
    }

    @Override
    public Optional<Slot> sharesBufferOf() {
        return Optional.of(TILE);
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return Arrays.asList(MemorySpace.values());
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        if (tile.shape().size() != 2) {
            Problem.error(rank, call.get(TILE).span(), "this is " + tile.describe())
                    .hint("pl.tile.reshape it to [rows, columns]")
                    .to(problems);
            return tile;
        }
        checkExtent(call, ROWS, tile.rows(), problems);
        checkExtent(call, COLUMNS, tile.columns(), problems);
        return new Type.Tile(
                tile.shape(),
                tile.dtype(),
                List.of(index(call.get(ROWS)), index(call.get(COLUMNS))),
                tile.space(),
                OptionalInt.empty());
    }

    private static Expr index(Expr extent) {
        return Exprs.cast(extent, DType.INDEX);
    }

    private void checkExtent(Expr.Call call, Slot slot, int most, Problems problems) {
        OptionalLong value = Exprs.constant(call.get(slot));
        if (value.isPresent() && (value.getAsLong() < 0 || value.getAsLong() > most)) {
            Problem.error(extent, call.get(slot).span(), "this is " + value.getAsLong())
                    .see(call.get(TILE).span(), "this is " + call.get(TILE).type().describe())
                    .hint("at most " + most)
                    .to(problems);
        }
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "setValid",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.arg(ROWS, long.class),
                Run.arg(COLUMNS, long.class),
                Run.result(Tile.class));
    }
}
