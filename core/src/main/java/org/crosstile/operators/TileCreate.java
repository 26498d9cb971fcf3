package org.crosstile.operators;

import java.util.List;
import java.util.OptionalInt;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Run;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** {@code pl.tile.create}: a tile whose elements are not defined yet. */
public final class TileCreate extends LocalPrimitive implements Capability.CreatesTile {
    private static final Slot SHAPE = Slot.indices("shape", "extents, constants");
    private static final Slot DTYPE = Slot.of("dtype", new Kind.Element(), "the element type");
    private static final Slot MEMORY =
            Slot.of("target_memory", new Kind.OneOf(MemorySpace.class), "where the tile lies")
                    .orElse(MemorySpace.Vec);

    public static final TileCreate OP = new TileCreate();

    private TileCreate() {
        super(
                "pl.tile.create",
                "Reserves a tile; its elements are not defined.",
                KERNEL,
                List.of("pl.create_tile"),
                SHAPE,
                DTYPE,
                MEMORY);
    }

    @Override
    protected List<Rule> sharedRules() {
        return TileShape.RULES;
    }

    @Override
    public Slot shape() {
        return SHAPE;
    }

    @Override
    public Slot dtype() {
        return DTYPE;
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        DType dtype = call.element(DTYPE);
        MemorySpace space = call.code(MEMORY, MemorySpace.class);
        TileShape.check(call, SHAPE, dtype, space, problems);
        return new Type.Tile(call.tuple(SHAPE), dtype, List.of(), space, OptionalInt.empty());
    }

    @Override
    public Run run(Expr.Call call) {
        return Run.of(
                TileCreate.class,
                "create",
                void.class,
                Run.env(Rank.class),
                Run.result(Tile.class),
                Run.site());
    }

    /** Makes a fully valid tile of undefined elements. */
    public static void create(Rank rank, Tile tile, int site) {
        tile.setValid(tile.rows(), tile.columns());
        rank.made(tile, site);
    }
}
