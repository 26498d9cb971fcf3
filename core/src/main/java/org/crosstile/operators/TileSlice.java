package org.crosstile.operators;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.slice} of a tile, and what {@code t[a:b, c:d]} means: a box, in a tile of its own. */
public final class TileSlice extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "rows and columns");
    private static final Slot SHAPE = Slot.indices("shape", TILE, "extents of the box, constants");
    private static final Slot OFFSET = Slot.indices("offset", TILE, "where the box begins");
    private static final Slot DROP =
            Slot.indices("drop_dims", "dimensions of extent 1 that the result does not have")
                    .optional();

    public static final TileSlice OP = new TileSlice();

    private final Rule rank =
            declare(
                    Rule.of(id("rank"), "the tile must have at most two dimensions")
                            .explained(
                                    "A tile is stored as rows and columns.",
                                    "kernel",
                                    "t = pl.tile.slice(pl.load(cube, [0, 0, 0], [2, 8, 64]), [1, 8, 8],"
                                            + " [0, 0, 0])",
                                    "t = pl.tile.slice(pl.load(x, [0, 0], [8, 64]), [8, 8], [0, 0])"));
    private final Rule bounds =
            declare(
                    Rule.of(TileMath.SLICE_BOUNDS, "a slice must stay inside its tile")
                            .explained(
                                    "A tile has so many rows and columns.",
                                    "kernel",
                                    "t = pl.tile.slice(pl.load(x, [0, 0], [8, 64]), [1, 8], [0, 60])",
                                    "t = pl.tile.slice(pl.load(x, [0, 0], [8, 64]), [1, 4], [0, 60])"));
    private final Rule drop =
            declare(
                    Rule.of(id("drop"), "a dropped dimension must be the first and have extent 1")
                            .explained(
                                    "Without its first dimension a row stays a row.",
                                    "kernel",
                                    "t = pl.tile.slice(pl.load(x, [0, 0], [8, 64]), [2, 8], [0, 0],"
                                            + " drop_dims=[0])",
                                    "t = pl.tile.slice(pl.load(x, [0, 0], [8, 64]), [1, 8], [0, 0],"
                                            + " drop_dims=[0])"));

    private TileSlice() {
        super(
                "pl.tile.slice",
                "Copies a box of a tile into a tile of its own.",
                KERNEL,
                List.of("pl.slice"),
                TILE,
                SHAPE,
                OFFSET,
                DROP);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TileShape.STATIC);
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return Arrays.asList(MemorySpace.values());
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        if (tile.shape().size() > 2) {
            Problem.error(rank, call.get(TILE).span(), "this is " + tile.describe())
                    .hint("pl.tile.reshape it to [rows, columns]")
                    .to(problems);
            return tile;
        }
        if (!TileShape.isStatic(call, SHAPE, problems)) {
            return tile;
        }
        List<Expr> shape = call.tuple(SHAPE);
        new Bounds(bounds, "reaches", problems)
                .check(
                        call.tuple(OFFSET),
                        shape,
                        tile.shape(),
                        call.get(TILE),
                        call.get(OFFSET).span());
        List<Expr> valid =
                tile.valid().isEmpty()
                        ? shape
                        : TileShape.cut(shape, tile.valid(), call.tuple(OFFSET));
        return new Type.Tile(
                kept(call, shape, problems),
                tile.dtype(),
                valid.subList(call.tuple(DROP).size(), valid.size()),
                tile.space(),
                OptionalInt.empty());
    }

    private List<Expr> kept(Expr.Call call, List<Expr> shape, Problems problems) {
        List<Expr> kept = new ArrayList<>(shape);
        for (Expr e : call.tuple(DROP)) {
            OptionalLong dim = Exprs.constant(e);
            boolean first = dim.isPresent() && dim.getAsLong() == 0 && kept.size() == 2;
            if (!first || !Exprs.isConstant(shape.getFirst(), 1)) {
                Problem.error(drop, e.span(), "this is " + Describe.expr(e))
                        .see(call.get(SHAPE).span(), "the box is " + Describe.shape(shape))
                        .hint(
                                "write t[r:r + 1, a:b] to keep the dimension, or pl.read for one element")
                        .to(problems);
                return shape;
            }
            kept.removeFirst();
        }
        return kept;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "slice",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.arg(OFFSET, long[].class),
                Run.result(Tile.class));
    }
}
