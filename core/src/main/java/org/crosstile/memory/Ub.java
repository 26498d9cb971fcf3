package org.crosstile.memory;

import java.util.HashMap;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;

/**
 * The UB of one vector core. Allocation is decided at compile time; here an address stands for a
 * buffer that is reused whenever a tile of that address and form is asked for. Tiles with disjoint
 * lives share addresses but never contents, so each address, element type and size has an array of
 * its own: indices start at zero, which is what lets loops over it vectorise.
 */
public final class Ub {
    /** Size of the UB on the modelled chip. */
    public static final int BYTES = 192 * 1024;

    private record Place(
            MemorySpace space, int address, DType dtype, int rows, int columns) {}

    private final Map<Place, Tile> tiles = new HashMap<>();

    /** The tile at an address; its contents are whatever was left there. */
    public Tile tile(int address, DType dtype, int rows, int columns) {
        return tile(MemorySpace.Vec, address, dtype, rows, columns);
    }

    /** The tile at an address of another memory of the core, which counts addresses of its own. */
    public Tile tile(MemorySpace space, int address, DType dtype, int rows, int columns) {
        return tiles.computeIfAbsent(
                new Place(space, address, dtype, rows, columns),
                p -> Tile.allocate(dtype, rows, columns));
    }
}
