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

/** Functions of the elements of one tile. */
public final class TileUnary extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "the operand");

    public static final TileUnary EXP =
            new TileUnary("exp", true, "Raises e to the power of each element of a tile.");
    public static final TileUnary NEG =
            new TileUnary("neg", false, "Negates each element of a tile.");

    private final String method;
    private final boolean floatsOnly;
    private final Rule dtype;

    private TileUnary(String word, boolean floatsOnly, String doc) {
        super("pl.tile." + word, doc, KERNEL, List.of("pl." + word), TILE);
        this.method = word;
        this.floatsOnly = floatsOnly;
        this.dtype =
                declare(
                        Rule.of(
                                        id("dtype"),
                                        floatsOnly
                                                ? "the tile must hold floats"
                                                : "the tile must hold numbers")
                                .explained(
                                        floatsOnly
                                                ? "The result is no integer."
                                                : "A truth value has no sign.",
                                        "kernel",
                                        "t = "
                                                + name()
                                                + (floatsOnly
                                                        ? "(pl.load(sig, [0, 0], [4, 1]))"
                                                        : "(pl.load(flags, [0, 0], [4, 64]))"),
                                        "t = " + name() + "(pl.load(x, [0, 0], [8, 64]))"));
    }

    @Override
    public String kindHint(Slot slot, Expr found) {
        return found.type() instanceof Type.TensorLike
                ? "pl.load the tensor into a tile first"
                : "";
    }

    @Override
    public boolean isInPlaceSafe() {
        return true;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        if (floatsOnly ? !tile.dtype().isFloat() : !Elementwise.isNumber(tile.dtype())) {
            Problem.error(dtype, call.get(TILE).span(), "this holds " + tile.dtype())
                    .hint("pl.cast the tile to pl.FP32 first")
                    .to(problems);
        }
        return new Type.Tile(tile.shape(), tile.dtype()).withValid(tile.valid());
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
