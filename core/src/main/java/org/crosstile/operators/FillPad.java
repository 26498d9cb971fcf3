package org.crosstile.operators;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.crosstile.memory.PadValue;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Gives the elements outside of a tile's valid region a value, so that all of the tile is valid.
 */
public final class FillPad extends LocalPrimitive {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to fill up, in place");
    private static final Slot PAD =
            Slot.of(
                            "pad_value",
                            new Kind.Word(
                                    Arrays.stream(PadValue.values()).map(PadValue::name).toList()),
                            "zero, or the largest or smallest value of the type")
                    .orElse(new Expr.Text(PadValue.zero.name(), Span.NONE));

    public static final FillPad OP = new FillPad();

    private FillPad() {
        super(
                "pl.tile.fillpad_inplace",
                "Fills a tile up outside of its valid region, in place; afterwards all of it is valid.",
                KERNEL,
                List.of(),
                TILE,
                PAD);
    }

    @Override
    public Optional<Slot> sharesBufferOf() {
        return Optional.of(TILE);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        return new Type.Tile(tile.shape(), tile.dtype());
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "fillPad",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.literal(PadValue.valueOf(call.text(PAD)), PadValue.class),
                Run.result(Tile.class));
    }
}
