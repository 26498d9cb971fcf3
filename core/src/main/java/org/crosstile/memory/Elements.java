package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.crosstile.abi.DType;

/**
 * Single elements of views, tiles and private arrays as scalars: BOOL to INT32 as {@code int},
 * INT64 and INDEX as {@code long}, floats as {@code float}, held rounded.
 */
public final class Elements {
    /** The rule of reads from tensors. */
    public static final String READ_BOUNDS = "tensor-read-bounds";

    /** The rule of writes to tensors. */
    public static final String WRITE_BOUNDS = "tensor-write-bounds";

    /** The rule of reads from tiles. */
    public static final String TILE_READ_BOUNDS = "tile-read-bounds";

    /** The rule of writes to tiles. */
    public static final String TILE_WRITE_BOUNDS = "tile-write-bounds";

    /** The rule of private arrays. */
    public static final String ARRAY_BOUNDS = "array-bounds";

    private static final String INSIDE = "an index must lie inside the extents";
    private static final VarHandle INT = ValueLayout.JAVA_INT.varHandle();

    private Elements() {}

    /** Byte offset of an element, checked. */
    static long address(View view, long[] indices, String rule) {
        long at = 0;
        for (int i = 0; i < indices.length; i++) {
            if (indices[i] < 0 || indices[i] >= view.dim(i)) {
                throw outside(indices[i], view.dim(i), i, rule);
            }
            at += indices[i] * view.stride(i);
        }
        return view.offset() + at * view.dtype().bytes();
    }

    private static Fault outside(long index, long extent, int dimension, String rule) {
        return new Fault(
                rule,
                INSIDE,
                "index " + index + " of dimension " + dimension + ", whose extent is " + extent,
                "indices run from 0 to " + (extent - 1));
    }

    /** Place of an element of a tile; with one index, the tile has one row. */
    private static int index(Tile tile, long[] indices, String rule) {
        long row = indices.length > 1 ? indices[0] : 0;
        long column = indices[indices.length - 1];
        if (row < 0 || row >= tile.rows()) {
            throw outside(row, tile.rows(), 0, rule);
        }
        if (column < 0 || column >= tile.columns()) {
            throw outside(column, tile.columns(), indices.length - 1, rule);
        }
        return (int) (row * tile.columns() + column);
    }

    /** An integer at a byte offset. */
    static long integer(View view, long at) {
        return integer(view, view.segment(), at);
    }

    private static long integer(View view, MemorySegment segment, long at) {
        return switch (view.dtype().bytes()) {
            case 1 -> segment.get(ValueLayout.JAVA_BYTE, at);
            case 2 -> segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, at);
            case 4 -> readInt(view, segment, at);
            default -> segment.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        };
    }

    /** Cells of a window change under our hands: a loop that reads one must see that. */
    private static int readInt(View view, MemorySegment segment, long at) {
        return view.window().isPresent()
                ? (int) INT.getAcquire(segment, at)
                : segment.get(ValueLayout.JAVA_INT_UNALIGNED, at);
    }

    /** A float at a byte offset. */
    static float real(View view, long at) {
        return real(view, view.segment(), at);
    }

    private static float real(View view, MemorySegment segment, long at) {
        return switch (view.dtype()) {
            case FP16 -> Float.float16ToFloat(segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            case BF16 -> DType.bf16ToFloat(segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, at));
            default -> segment.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at);
        };
    }

    /** Stores an integer at a byte offset, wrapped. */
    static void put(View view, long at, long value) {
        put(view, view.segment(), at, value);
    }

    private static void put(View view, MemorySegment segment, long at, long value) {
        switch (view.dtype().bytes()) {
            case 1 -> {
                boolean isBool = view.dtype() == DType.BOOL;
                byte truth = (byte) (value != 0 ? 1 : 0);
                segment.set(ValueLayout.JAVA_BYTE, at, isBool ? truth : (byte) value);
            }
            case 2 -> segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, (short) value);
            case 4 -> segment.set(ValueLayout.JAVA_INT_UNALIGNED, at, (int) value);
            default -> segment.set(ValueLayout.JAVA_LONG_UNALIGNED, at, value);
        }
    }

    /** Stores a float at a byte offset, rounded to nearest even. */
    static void put(View view, long at, float value) {
        put(view, view.segment(), at, value);
    }

    private static void put(View view, MemorySegment segment, long at, float value) {
        switch (view.dtype()) {
            case FP16 ->
                    segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, Float.floatToFloat16(value));
            case BF16 ->
                    segment.set(ValueLayout.JAVA_SHORT_UNALIGNED, at, DType.floatToBf16(value));
            default -> segment.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, value);
        }
    }

    public static int readInt(View view, long[] indices) {
        return (int) readLong(view, indices);
    }

    public static long readLong(View view, long[] indices) {
        long at = address(view, indices, READ_BOUNDS);
        return view.isWatched()
                ? integer(view, view.watch().readsElement(view, at), 0)
                : integer(view, at);
    }

    public static float readFloat(View view, long[] indices) {
        long at = address(view, indices, READ_BOUNDS);
        return view.isWatched()
                ? real(view, view.watch().readsElement(view, at), 0)
                : real(view, at);
    }

    /** Writes an integer of up to 32 bits, wrapped. */
    public static void write(View view, long[] indices, int value) {
        write(view, indices, value, (to, at) -> put(view, to, at, value));
    }

    /** Writes an INT64 or INDEX. */
    public static void write(View view, long[] indices, long value) {
        write(view, indices, value, (to, at) -> put(view, to, at, value));
    }

    /** Writes a float, rounded to nearest even. */
    public static void write(View view, long[] indices, float value) {
        write(view, indices, 0, (to, at) -> put(view, to, at, value));
    }

    /** Writes an element to its place in its memory, or in a copy. */
    private interface Put {
        void at(MemorySegment memory, long offset);
    }

    private static void write(View view, long[] indices, long value, Put put) {
        long at = address(view, indices, WRITE_BOUNDS);
        if (!view.isWatched()) {
            put.at(view.segment(), at);
            return;
        }
        Watch.Write write =
                new Watch.Write() {
                    @Override
                    public void apply() {
                        put.at(view.segment(), at);
                    }

                    @Override
                    public void apply(MemorySegment copy) {
                        put.at(copy, 0);
                    }

                    @Override
                    public int[] words(Area area) {
                        return view.dtype() == DType.INT32 ? new int[] {(int) value} : new int[0];
                    }
                };
        view.watch().writesElement(view, at, write);
    }

    public static int readInt(Tile tile, long[] indices) {
        return (int) readLong(tile, indices);
    }

    public static long readLong(Tile tile, long[] indices) {
        return tile.integer(used(tile, indices));
    }

    public static float readFloat(Tile tile, long[] indices) {
        return tile.real(used(tile, indices));
    }

    /** Place of an element that is read as a number. */
    private static int used(Tile tile, long[] indices) {
        int i = index(tile, indices, TILE_READ_BOUNDS);
        tile.holes().uses(i, i + 1);
        return i;
    }

    /** Place of an element that is defined from now on. */
    private static int defined(Tile tile, long[] indices) {
        int i = index(tile, indices, TILE_WRITE_BOUNDS);
        tile.holes().clear(i, i + 1);
        return i;
    }

    /** Writes an integer of up to 32 bits into a tile, wrapped; gives the tile. */
    public static Tile write(Tile tile, long[] indices, int value) {
        return write(tile, indices, (long) value);
    }

    /** Writes an integer into a tile, wrapped; gives the tile. */
    public static Tile write(Tile tile, long[] indices, long value) {
        tile.setInteger(defined(tile, indices), value);
        return tile;
    }

    /** Writes a float into a tile, rounded to nearest even; gives the tile. */
    public static Tile write(Tile tile, long[] indices, float value) {
        tile.setReal(defined(tile, indices), value);
        return tile;
    }

    /** A private array, all zero. */
    public static long[] array(int extent) {
        return new long[extent];
    }

    public static int readInt(long[] array, long index) {
        return (int) readLong(array, index);
    }

    public static long readLong(long[] array, long index) {
        if (index < 0 || index >= array.length) {
            throw outside(index, array.length, 0, ARRAY_BOUNDS);
        }
        return array[(int) index];
    }

    /** Changes an element of an array; the value wraps to the array's element type. */
    public static long[] update(long[] array, long index, long value, DType dtype) {
        if (index < 0 || index >= array.length) {
            throw outside(index, array.length, 0, ARRAY_BOUNDS);
        }
        array[(int) index] =
                switch (dtype) {
                    case BOOL -> value != 0 ? 1 : 0;
                    case INT8 -> (byte) value;
                    case INT16 -> (short) value;
                    case INT32 -> (int) value;
                    default -> value;
                };
        return array;
    }
}
