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
import org.crosstile.source.Problems;

/**
 * A tile's value in a buffer of its own; written by UB allocation where values must be kept apart.
 */
public final class TileCopy extends LocalPrimitive implements Capability.CopiesTile {
    private static final Slot TILE = Slot.of("tile", new Kind.Tile(), "what to copy");

    public static final TileCopy OP = new TileCopy();

    private TileCopy() {
        super("pl.tile.copy", "Copies a tile into a buffer of its own.", KERNEL, List.of(), TILE);
    }

    @Override
    public boolean isInternal() {
        return true;
    }

    @Override
    public List<MemorySpace> spaces(Slot slot) {
        return Arrays.asList(MemorySpace.values());
    }

    @Override
    public Type check(Expr.Call call, Problems problems) {
        Type.Tile tile = (Type.Tile) call.get(TILE).type();
        return new Type.Tile(
                tile.shape(), tile.dtype(), tile.valid(), tile.space(), OptionalInt.empty());
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
