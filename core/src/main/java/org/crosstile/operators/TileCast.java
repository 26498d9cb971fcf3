package org.crosstile.operators;

import java.util.Arrays;
import java.util.List;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;
import org.crosstile.memory.Convert;
import org.crosstile.memory.Tile;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** {@code pl.cast} of a tile to another element type. */
public final class TileCast extends LocalPrimitive {
    /** The names of the rounding modes. */
    static final List<String> MODES =
            Arrays.stream(CastMode.values()).map(CastMode::spelling).toList();

    /** The default mode of every cast. */
    static final Expr ROUND = new Expr.Text("round", Span.NONE);

    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to convert");
    private static final Slot TO =
            Slot.of("target_type", new Kind.Element(), "the new element type");
    private static final Slot MODE =
            Slot.of("mode", new Kind.Word(MODES), "how to round to an integer").orElse(ROUND);

    public static final TileCast OP = new TileCast();

    private final Rule same =
            declare(
                    Rule.of(id("same"), "a cast must change the element type")
                            .explained(
                                    "A cast without effect is mostly a mistake about what the tile holds.",
                                    "kernel",
                                    "t = pl.tile.cast(pl.load(x, [0, 0], [8, 64]), pl.FP32)",
                                    "t = pl.tile.cast(pl.load(x, [0, 0], [8, 64]), pl.BF16)"));

    private TileCast() {
        super(
                "pl.tile.cast",
                "Converts the elements of a tile; floats round to integers as `mode` says, halves away"
                        + " from zero by default, and to narrower floats to nearest even.",
                KERNEL,
                List.of("pl.cast"),
                TILE,
                TO,
                MODE);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TileShape.DTYPE, TileShape.TOO_LARGE);
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        DType to = call.element(TO);
        if (tile.dtype() == to) {
            Problem.error(same, call.get(TO).span(), "the tile holds " + to + " already")
                    .hint("use the tile as it is")
                    .to(problems);
        }
        if (!to.isStorable()) {
            Problem.error(TileShape.DTYPE, call.get(TO).span(), "this is " + to).to(problems);
        }
        Type.Tile type = new Type.Tile(tile.shape(), to).withValid(tile.valid());
        TileShape.fits(type, call.span(), problems);
        return type;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                Convert.class,
                "tile",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.literal(CastMode.valueOf(call.text(MODE)), CastMode.class),
                Run.result(Tile.class));
    }

    /** A tile in another element type, by the default mode. */
    static Expr to(Expr tile, DType dtype) {
        return OP.call(tile.span(), tile, new Expr.Element(dtype, tile.span()), ROUND);
    }

    /** A tile in another element type. */
    static Expr to(Expr tile, Expr dtype, Expr mode) {
        return OP.call(tile.span(), tile, dtype, mode);
    }
}
