package org.crosstile.operators;

import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.memory.Elements;
import org.crosstile.memory.Tile;
import org.crosstile.model.Effect;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.write} of one element of a tile, in place. */
public final class TileWrite extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "where the element is");
    private static final Slot INDICES = Slot.indices("indices", TILE, "which element");
    private static final Slot VALUE =
            Slot.of("value", new Kind.Scalar(DType.INDEX), "a scalar of the tile's element type");

    public static final TileWrite OP = new TileWrite();

    private final Rule bounds =
            declare(
                    Rule.of(id("bounds"), "an index must lie inside the extents")
                            .explained(
                                    "A tile has so many rows and columns.",
                                    "kernel",
                                    "t = pl.tile.write(pl.load(x, [0, 0], [8, 64]), [8, 0], 1.0)",
                                    "t = pl.tile.write(pl.load(x, [0, 0], [8, 64]), [7, 0], 1.0)"));
    private final Rule dtype =
            declare(
                    Rule.of(id("value-dtype"), "the value must have the tile's element type")
                            .explained(
                                    "A write copies a value as it is; integer literals are INDEX.",
                                    "kernel",
                                    "t = pl.tile.write(pl.load(x, [0, 0], [8, 64]), [0, 0], 1)",
                                    "t = pl.tile.write(pl.load(x, [0, 0], [8, 64]), [0, 0], 1.0)"));
    private final Rule rank =
            declare(
                    Rule.of(
                                    id("rank"),
                                    "single elements are written to up to two dimensions of a tile")
                            .explained(
                                    "A tile is stored as rows and columns.",
                                    "kernel",
                                    "t = pl.tile.write(pl.load(cube, [0, 0, 0], [2, 8, 64]), [0, 0, 0], 1.0)",
                                    "t = pl.tile.write(pl.load(x, [0, 0], [8, 64]), [0, 0], 1.0)"));

    private TileWrite() {
        super(
                "pl.tile.write",
                "Writes one element of a tile, in place.",
                KERNEL,
                List.of("pl.write"),
                TILE,
                INDICES,
                VALUE);
    }

    @Override
    public Optional<Slot> sharesBufferOf() {
        return Optional.of(TILE);
    }

    /** The same tile: as a statement, without a name for the result, the write counts as well. */
    @Override
    public Optional<Slot> resultAliases() {
        return Optional.of(TILE);
    }

    @Override
    public Effect effect(Expr.Call call, Slot slot) {
        return slot == TILE ? Effect.READ_WRITE : Effect.NONE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        DType found = Exprs.dtype(call.get(VALUE));
        if (found != tile.dtype()) {
            Problem.error(dtype, call.get(VALUE).span(), "this is " + found)
                    .see(call.get(TILE).span(), "this holds " + tile.dtype())
                    .hint("write pl.const(..., pl." + tile.dtype() + ") or pl.cast")
                    .to(problems);
        }
        if (tile.shape().size() > 2) {
            Problem.error(rank, call.get(TILE).span(), "this is " + tile.describe())
                    .hint("pl.tile.reshape it to [rows, columns]")
                    .to(problems);
        }
        new Bounds(bounds, "writes", problems)
                .checkIndex(
                        call.tuple(INDICES),
                        tile.shape(),
                        call.get(TILE),
                        call.get(INDICES).span());
        return tile;
    }

    @Override
    public Run run(Expr.Call call) {
        DType dtype = ((Type.Tile) call.get(TILE).type()).dtype();
        return Run.of(
                Elements.class,
                "write",
                Tile.class,
                Run.arg(TILE, Tile.class),
                Run.arg(INDICES, long[].class),
                Run.arg(VALUE, Scalars.type(dtype)));
    }
}
