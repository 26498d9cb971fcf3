package org.crosstile.isa;

import java.util.function.Consumer;

/**
 * The part of a tensor that a tile holds at a time.
 *
 * @param offsets first index per dimension
 * @param shape extents per dimension
 */
record Block(long[] offsets, long[] shape) {
    /** All of a tensor. */
    static Block whole(TensorType type) {
        long[] shape = new long[TensorType.RANK];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = type.shape().get(i);
        }
        return new Block(new long[TensorType.RANK], shape);
    }

    int rows() {
        return Math.toIntExact(shape[0] * shape[1] * shape[2] * shape[3]);
    }

    int cols() {
        return Math.toIntExact(shape[4]);
    }

    /**
     * The blocks in which a tile slides over a tensor: one if it fits. Otherwise dimensions 0 to 2
     * are iterated, the rows go in steps of the valid rows and the columns in steps of the valid
     * columns; the last step of a dimension is what remains.
     */
    static void forEach(TensorType type, TileType tile, Consumer<Block> each) {
        if (type.isEmpty()) {
            return;
        }
        int rows = tile.validRow().extent();
        int cols = tile.validCol().extent();
        if (type.rows() <= rows && type.cols() <= cols) {
            each.accept(whole(type));
            return;
        }
        long[] extent = whole(type).shape;
        for (long i = 0; i < extent[0]; i++) {
            for (long j = 0; j < extent[1]; j++) {
                for (long k = 0; k < extent[2]; k++) {
                    slide(new long[] {i, j, k}, extent, rows, cols, each);
                }
            }
        }
    }

    private static void slide(
            long[] outer, long[] extent, int rows, int cols, Consumer<Block> each) {
        for (long row = 0; row < extent[3]; row += rows) {
            for (long col = 0; col < extent[4]; col += cols) {
                each.accept(
                        new Block(
                                new long[] {outer[0], outer[1], outer[2], row, col},
                                new long[] {
                                    1,
                                    1,
                                    1,
                                    Math.min(rows, extent[3] - row),
                                    Math.min(cols, extent[4] - col)
                                }));
            }
        }
    }
}
