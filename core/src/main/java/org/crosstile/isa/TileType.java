package org.crosstile.isa;

import org.crosstile.abi.DType;

/** What can be said of a tile before it has an address. */
public record TileType(DType dtype, int rows, int cols, Valid validRow, Valid validCol) {
    /** A tile of which all is valid. */
    public static TileType fixed(DType dtype, int rows, int cols) {
        return new TileType(dtype, rows, cols, Valid.fixed(rows), Valid.fixed(cols));
    }

    /** A tile whose blocks may be narrowed. */
    public static TileType dynamic(DType dtype, int rows, int cols) {
        return new TileType(dtype, rows, cols, Valid.dynamic(rows), Valid.dynamic(cols));
    }

    /** The same tile with other valid extents. */
    public TileType valid(Valid row, Valid col) {
        return new TileType(dtype, rows, cols, row, col);
    }

    /** Size in the UB. */
    public long bytes() {
        return (long) rows * cols * dtype.bytes();
    }

    /** {@code 16x64 FP32}. */
    @Override
    public String toString() {
        String extents = rows + "x" + cols + " " + dtype;
        boolean whole = validRow.extent() == rows && validCol.extent() == cols;
        boolean fixed = !validRow.isDynamic() && !validCol.isDynamic();
        return whole && fixed ? extents : extents + ", valid " + validRow + "x" + validCol;
    }
}
