package org.crosstile.memory;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;

/**
 * The UB of one core group, and its other local memories. Allocation is decided at compile time;
 * here an address stands for a buffer that is reused whenever a tile of that address and form is
 * asked for. Tiles with disjoint lives share addresses but never contents, so each address, element
 * type and number of elements has an array of its own: indices start at zero, which is what lets
 * loops over it vectorise. Tiles of one address, element type and number of elements share the
 * array, whatever their extents: that is a reshape in place.
 */
public final class Ub {
    /** Size of the UB on the modelled chip. */
    public static final int BYTES = 192 * 1024;

    private record Place(MemorySpace space, int address, DType dtype, int rows, int columns) {}

    private record Buffer(MemorySpace space, int address, DType dtype, int elements) {}

    private final Optional<Unwritten> told;
    private final Map<Place, Tile> tiles = new HashMap<>();
    private final Map<Buffer, Tile> buffers = new HashMap<>();

    /** A UB whose contents are nobody's concern. */
    public Ub() {
        this(Optional.empty());
    }

    /**
     * A UB that holds nothing yet.
     *
     * @param told who is told if elements are used that nobody has written
     */
    public Ub(Optional<Unwritten> told) {
        this.told = told;
    }

    /** The tile at an address of the UB; its contents are whatever was left there. */
    public Tile tile(int address, DType dtype, int rows, int columns) {
        return tile(MemorySpace.Vec, address, dtype, rows, columns);
    }

    /** The tile at an address of a memory space; each space has addresses of its own. */
    public Tile tile(MemorySpace space, int address, DType dtype, int rows, int columns) {
        return tiles.computeIfAbsent(new Place(space, address, dtype, rows, columns), this::make);
    }

    private Tile make(Place place) {
        int elements = Math.multiplyExact(place.rows(), place.columns());
        Tile first =
                buffers.computeIfAbsent(
                        new Buffer(place.space(), place.address(), place.dtype(), elements),
                        b -> allocate(place));
        return first.view(place.rows(), place.columns(), place.rows(), place.columns());
    }

    private Tile allocate(Place place) {
        Tile tile = Tile.allocate(place.dtype(), place.rows(), place.columns());
        told.ifPresent(who -> tile.undefine(1, who));
        return tile;
    }
}
