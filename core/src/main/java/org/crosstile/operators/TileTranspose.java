package org.crosstile.operators;

import java.util.List;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.tile.transpose}: rows become columns. */
public final class TileTranspose extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to transpose");
    private static final Slot AXIS1 = Slot.of("axis1", new Kind.StaticInt(), "one axis");
    private static final Slot AXIS2 = Slot.of("axis2", new Kind.StaticInt(), "the other axis");

    public static final TileTranspose OP = new TileTranspose();

    private final Rule axes =
            declare(
                    Rule.of(id("axes"), "the axes must be the two dimensions of the tile")
                            .explained(
                                    "A tile is transposed as rows and columns.",
                                    "kernel",
                                    "t = pl.tile.transpose(pl.load(x, [0, 0], [8, 64]), 0, 0)",
                                    "t = pl.tile.transpose(pl.load(x, [0, 0], [8, 64]), 0, 1)"));

    private TileTranspose() {
        super(
                "pl.tile.transpose",
                "Exchanges the two dimensions of a tile.",
                KERNEL,
                List.of("pl.transpose"),
                TILE,
                AXIS1,
                AXIS2);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        long first = Math.floorMod(call.number(AXIS1), 2L);
        long second = Math.floorMod(call.number(AXIS2), 2L);
        if (tile.shape().size() != 2 || first == second) {
            Problem.error(
                            axes,
                            call.get(AXIS2).span(),
                            "these are axes " + first + " and " + second)
                    .see(call.get(TILE).span(), "this is " + tile.describe())
                    .hint("pl.transpose(tile, 0, 1) of a tile of two dimensions")
                    .to(problems);
            return tile;
        }
        return new Type.Tile(tile.shape().reversed(), tile.dtype())
                .withValid(tile.effectiveValid().reversed());
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "transpose",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.result(Tile.class));
    }
}
