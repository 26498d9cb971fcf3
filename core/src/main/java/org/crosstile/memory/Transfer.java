package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Moves boxes of elements between views and tiles, and between views. Offsets have one entry per
 * dimension of the view; a box of more than two dimensions is a tile whose rows are all its leading
 * extents multiplied. Whoever leaves a view gets a {@link Fault}.
 */
public final class Transfer {
    /** The rule of loads. */
    public static final String LOAD_BOUNDS = "tile-load-bounds";

    /** The rule of the valid extents of loads. */
    public static final String LOAD_VALID = "tile-load-valid-extent";

    /** The rule of stores. */
    public static final String STORE_BOUNDS = "tile-store-bounds";

    /** The rule of slices. */
    public static final String SLICE_BOUNDS = "tensor-slice-bounds";

    /** The rule of the extents of slices. */
    public static final String SLICE_EXTENT = "tensor-slice-extent";

    /** The rule of the valid extents of slices. */
    public static final String SLICE_VALID = "tensor-slice-valid-extent";

    /** The rule of boxes that the rows of a tile fill. */
    public static final String STORE_SHAPES = "tile-store-shapes-count";

    /** The rule of copies from tensor to tensor. */
    public static final String COPY_BOUNDS = "tensor-assemble-bounds";

    /** What loads ask of their boxes. */
    public static final Limits LOADED =
            new Limits(LOAD_BOUNDS, "a load must stay inside its tensor", LOAD_VALID);

    private static final Limits STORED =
            new Limits(STORE_BOUNDS, "a store must stay inside its tensor", STORE_SHAPES);

    private static final Limits SLICED =
            new Limits(SLICE_BOUNDS, "a slice must stay inside its tensor", SLICE_EXTENT);

    /** What copies of whole tensors ask of their boxes. */
    public static final Limits COPIED =
            new Limits(COPY_BOUNDS, "a copy must stay inside both tensors", COPY_BOUNDS);

    private Transfer() {}

    /** Fills a tile with the box of the given shape. */
    public static void load(View src, long[] offsets, long[] shape, Tile out) {
        load(src, offsets, shape, shape, out);
    }

    /**
     * Fills the valid part of a tile; the rest becomes zero.
     *
     * @param shape the tile's extents; only {@code valid} of them are read
     * @param valid extents of the valid part: leading rows of the tile, of {@code valid[last]}
     *     columns
     */
    public static void load(View src, long[] offsets, long[] shape, long[] valid, Tile out) {
        load(src, offsets, shape, valid, LOADED, LOAD_VALID, 0, out);
    }

    /**
     * A load of other rules, which may read up to {@code slack} elements past the end of the last
     * dimension: window slots are rounded up, so the bytes exist.
     *
     * @param beyond the rule that a valid extent breaks which is larger than the tile's
     */
    public static void load(
            View src,
            long[] offsets,
            long[] shape,
            long[] valid,
            Limits limits,
            String beyond,
            int slack,
            Tile out) {
        ValidExtents.check(limits.extents(), beyond, valid, shape);
        fill(Box.of(src, offsets, valid, limits, slack), out);
    }

    private static void fill(Box box, Tile out) {
        box.reads();
        int rows = Math.toIntExact(box.rows);
        int columns = Math.toIntExact(box.columns);
        out.setValid(rows, columns);
        if (box.isEmpty()) {
            out.clear(0, out.elements());
            return;
        }
        if (columns == out.columns() && box.isPacked()) {
            read(box.view.segment(), box.address(0), out, 0, rows * columns);
        } else {
            for (int r = 0; r < rows; r++) {
                int at = r * out.columns();
                if (box.hasPackedRows()) {
                    read(box.view.segment(), box.address(r), out, at, columns);
                } else {
                    gather(box, r, out, at, columns);
                }
                out.clear(at + columns, at + out.columns());
            }
        }
        out.clear(rows * out.columns(), out.elements());
        box.defines(out);
    }

    private static void gather(Box box, int row, Tile out, int at, int columns) {
        long from = box.address(row);
        for (int c = 0; c < columns; c++) {
            read(box.view.segment(), from + c * box.step(), out, at + c, 1);
        }
    }

    static void read(MemorySegment src, long from, Tile out, int at, int n) {
        switch (out.dtype().bytes()) {
            case 1 -> MemorySegment.copy(src, ValueLayout.JAVA_BYTE, from, out.bytes(), at, n);
            case 2 ->
                    MemorySegment.copy(
                            src, ValueLayout.JAVA_SHORT_UNALIGNED, from, out.shorts(), at, n);
            case 4 -> {
                if (out.dtype().isFloat()) {
                    MemorySegment.copy(
                            src, ValueLayout.JAVA_FLOAT_UNALIGNED, from, out.floats(), at, n);
                } else {
                    MemorySegment.copy(
                            src, ValueLayout.JAVA_INT_UNALIGNED, from, out.ints(), at, n);
                }
            }
            default ->
                    MemorySegment.copy(
                            src, ValueLayout.JAVA_LONG_UNALIGNED, from, out.longs(), at, n);
        }
    }

    static void write(Tile src, int at, MemorySegment dst, long to, int n) {
        switch (src.dtype().bytes()) {
            case 1 -> MemorySegment.copy(src.bytes(), at, dst, ValueLayout.JAVA_BYTE, to, n);
            case 2 ->
                    MemorySegment.copy(
                            src.shorts(), at, dst, ValueLayout.JAVA_SHORT_UNALIGNED, to, n);
            case 4 -> {
                if (src.dtype().isFloat()) {
                    MemorySegment.copy(
                            src.floats(), at, dst, ValueLayout.JAVA_FLOAT_UNALIGNED, to, n);
                } else {
                    MemorySegment.copy(src.ints(), at, dst, ValueLayout.JAVA_INT_UNALIGNED, to, n);
                }
            }
            default ->
                    MemorySegment.copy(
                            src.longs(), at, dst, ValueLayout.JAVA_LONG_UNALIGNED, to, n);
        }
    }

    /** Writes the valid rows of a tile; leading dimensions of the view have extent 1 in the box. */
    public static void store(Tile src, View dst, long[] offsets) {
        store(src, dst, offsets, STORED);
    }

    /** As {@link #store(Tile, View, long[])}, by other rules. */
    public static void store(Tile src, View dst, long[] offsets, Limits limits) {
        write(src, valid(src, dst, offsets, rows(src), limits), false);
    }

    /**
     * Writes the valid rows of a flattened tile.
     *
     * @param shape the box that all rows of the tile would fill
     */
    public static void store(Tile src, View dst, long[] offsets, long[] shape) {
        write(src, valid(src, dst, offsets, shape, STORED), false);
    }

    /**
     * As {@link #store(Tile, View, long[])}, adding to what is there, element by element
     * atomically.
     */
    public static void storeAdd(Tile src, View dst, long[] offsets) {
        storeAdd(src, dst, offsets, STORED);
    }

    /** As {@link #storeAdd(Tile, View, long[])}, by other rules. */
    public static void storeAdd(Tile src, View dst, long[] offsets, Limits limits) {
        write(src, valid(src, dst, offsets, rows(src), limits), true);
    }

    /** As {@link #store(Tile, View, long[], long[])}, adding to what is there. */
    public static void storeAdd(Tile src, View dst, long[] offsets, long[] shape) {
        write(src, valid(src, dst, offsets, shape, STORED), true);
    }

    private static long[] rows(Tile tile) {
        return new long[] {tile.rows(), tile.columns()};
    }

    /**
     * The part of a box that a tile's valid rows fill; leading dimensions are cut to the last row.
     */
    private static Box valid(Tile src, View dst, long[] offsets, long[] shape, Limits limits) {
        long[] cut = shape.clone();
        cut[cut.length - 1] = src.validColumns();
        long perIndex = 1;
        for (int i = cut.length - 2; i >= 0; i--) {
            cut[i] = Math.min(shape[i], Math.ceilDiv(src.validRows(), Math.max(1, perIndex)));
            perIndex *= shape[i];
        }
        return Box.of(dst, offsets, cut, limits, 0).first(src.validRows());
    }

    private static void write(Tile src, Box box, boolean adds) {
        src.uses((int) box.rows, src.validColumns());
        Writes.to(box, adds, Writes.Source.of(src));
    }

    static void put(Tile src, Box box) {
        int rows = (int) box.rows;
        int columns = src.validColumns();
        MemorySegment dst = box.view.segment();
        if (columns == src.columns() && box.isPacked()) {
            write(src, 0, dst, box.address(0), rows * columns);
            return;
        }
        for (int r = 0; r < rows; r++) {
            if (box.hasPackedRows()) {
                write(src, r * src.columns(), dst, box.address(r), columns);
            } else {
                for (int c = 0; c < columns; c++) {
                    write(src, r * src.columns() + c, dst, box.address(r) + c * box.step(), 1);
                }
            }
        }
    }

    static void add(Tile src, Box box) {
        int rows = (int) box.rows;
        for (int r = 0; r < rows; r++) {
            long to = box.address(r);
            for (int c = 0; c < src.validColumns(); c++) {
                AtomicAdds.add(box.view, to + c * box.step(), src, r * src.columns() + c);
            }
        }
    }

    /** Copies a box between views of the same element type; onto itself, it touches nothing. */
    public static void copy(
            View src, long[] srcOffsets, View dst, long[] dstOffsets, long[] shape) {
        copy(src, srcOffsets, dst, dstOffsets, shape, COPIED);
    }

    /** As {@link #copy(View, long[], View, long[], long[])}, by other rules. */
    public static void copy(
            View src, long[] srcOffsets, View dst, long[] dstOffsets, long[] shape, Limits limits) {
        Box from = Box.of(src, srcOffsets, shape, limits, 0);
        Box to = Box.of(dst, dstOffsets, shape, limits, 0);
        if (!from.isSameAs(to)) {
            from.moves();
            Writes.to(to, false, Writes.Source.of(from));
        }
    }

    static void copy(Box from, Box to) {
        int size = from.view.dtype().bytes();
        if (from.isPacked() && to.isPacked()) {
            MemorySegment.copy(
                    from.view.segment(),
                    from.address(0),
                    to.view.segment(),
                    to.address(0),
                    from.rows * from.columns * size);
            return;
        }
        for (long r = 0; r < from.rows; r++) {
            if (from.hasPackedRows() && to.hasPackedRows()) {
                MemorySegment.copy(
                        from.view.segment(),
                        from.address(r),
                        to.view.segment(),
                        to.address(r),
                        from.columns * size);
            } else {
                for (long c = 0; c < from.columns; c++) {
                    MemorySegment.copy(
                            from.view.segment(),
                            from.address(r) + c * from.step(),
                            to.view.segment(),
                            to.address(r) + c * to.step(),
                            size);
                }
            }
        }
    }

    /** Adds a box to another, element by element atomically. */
    public static void copyAdd(
            View src, long[] srcOffsets, View dst, long[] dstOffsets, long[] shape) {
        copyAdd(src, srcOffsets, dst, dstOffsets, shape, COPIED);
    }

    /** As {@link #copyAdd(View, long[], View, long[], long[])}, by other rules. */
    public static void copyAdd(
            View src, long[] srcOffsets, View dst, long[] dstOffsets, long[] shape, Limits limits) {
        Box from = Box.of(src, srcOffsets, shape, limits, 0);
        Box to = Box.of(dst, dstOffsets, shape, limits, 0);
        from.moves();
        Writes.to(to, true, Writes.Source.of(from));
    }

    static void add(Box from, Box to) {
        for (long r = 0; r < from.rows; r++) {
            for (long c = 0; c < from.columns; c++) {
                AtomicAdds.add(
                        from.view,
                        from.address(r) + c * from.step(),
                        to.view,
                        to.address(r) + c * to.step());
            }
        }
    }

    /** A view of a box. */
    public static View slice(View view, long[] shape, long[] offset) {
        return Box.of(view, offset, shape, SLICED, 0).view(shape);
    }

    /**
     * A view of a box without some of its dimensions, which have extent 1.
     *
     * @param valid how much of the box holds data; empty means all of it
     */
    public static View slice(View view, long[] shape, long[] offset, long[] valid, long[] dropped) {
        View box = slice(view, shape, offset);
        ValidExtents.check(SLICE_VALID, SLICE_VALID, valid, shape);
        return dropped.length == 0 ? box : box.without(dropped);
    }
}
