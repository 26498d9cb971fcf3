package org.crosstile.operators;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.move}: the same elements in another memory space. */
public final class TileMove extends LocalPrimitive implements Capability.MovesTile {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to move");
    private static final Slot MEMORY =
            Slot.of("target_memory", new Kind.OneOf(MemorySpace.class), "where to");

    public static final TileMove OP = new TileMove();

    private final Rule memory =
            declare(
                    Rule.of(id("memory"), "a tile moves between memories of the core")
                            .explained(
                                    "Data leaves the core by a store.",
                                    "kernel",
                                    "t = pl.move(pl.load(x, [0, 0], [8, 64]), target_memory=pl.MemorySpace.DDR)",
                                    "t = pl.move(pl.load(x, [0, 0], [8, 64]), target_memory=pl.MemorySpace.Mat)"));

    private TileMove() {
        super(
                "pl.tile.move",
                "Moves a tile to another memory space of the core; its value stays.",
                KERNEL,
                List.of("pl.move"),
                TILE,
                MEMORY);
    }

    @Override
    protected List<Rule> sharedRules() {
        return List.of(TileShape.TOO_LARGE);
    }

    @Override
    public Slot source() {
        return TILE;
    }

    @Override
    public Slot space() {
        return MEMORY;
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return Arrays.asList(MemorySpace.values());
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        MemorySpace space = call.code(MEMORY, MemorySpace.class);
        if (space == MemorySpace.DDR) {
            Problem.error(memory, call.get(MEMORY).span(), "DDR is global memory")
                    .hint("pl.store the tile into a tensor")
                    .to(problems);
        }
        Type.Tile type =
                new Type.Tile(tile.shape(), tile.dtype(), tile.valid(), space, OptionalInt.empty());
        TileShape.fits(type, call.span(), problems);
        return type;
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileMath.class,
                "copy",
                void.class,
                Run.arg(TILE, Tile.class),
                Run.result(Tile.class));
    }
}
