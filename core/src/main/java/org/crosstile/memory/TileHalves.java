package org.crosstile.memory;

/** The halves of a tile that two vector cores have of it. */
public final class TileHalves {
    private TileHalves() {}

    /**
     * Copies one half of a tile.
     *
     * @param axis 0 for the upper or lower half, 1 for the left or right one
     * @param index which half
     * @param out of half the rows or columns
     */
    public static void take(Tile whole, int axis, int index, Tile out) {
        for (int row = 0; row < out.rows(); row++) {
            int at =
                    axis == 0
                            ? (row + index * out.rows()) * whole.columns()
                            : row * whole.columns() + index * out.columns();
            out.copy(whole, at, row * out.columns(), out.columns());
        }
        out.setValid(out.rows(), out.columns());
    }

    /** Copies a tile into its half of a larger one; see {@link #take}. */
    public static void join(Tile half, int axis, int index, Tile out) {
        for (int row = 0; row < half.rows(); row++) {
            int at =
                    axis == 0
                            ? (row + index * half.rows()) * out.columns()
                            : row * out.columns() + index * half.columns();
            out.copy(half, row * half.columns(), at, half.columns());
        }
        out.setValid(out.rows(), out.columns());
    }
}
