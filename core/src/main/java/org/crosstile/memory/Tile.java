package org.crosstile.memory;

import java.util.Arrays;
import org.crosstile.abi.DType;

/**
 * A tile in a core's local memory: {@code rows * columns} elements, row-major, of which the upper
 * left {@code validRows * validColumns} are defined. Storage is a primitive array, because loops
 * over arrays vectorise and loops over two memory segments do not (design/performance.md): {@code
 * float[]} for FP32, {@code short[]} for FP16, BF16 and INT16, {@code byte[]} for INT8 and BOOL,
 * {@code int[]} for INT32, {@code long[]} for INT64 and INDEX.
 */
public final class Tile {
    private final DType dtype;
    private final int rows;
    private final int columns;
    private final Object storage;
    private final Holes holes;
    private int validRows;
    private int validColumns;

    private Tile(DType dtype, int rows, int columns, Object storage, Holes holes) {
        this.dtype = dtype;
        this.rows = rows;
        this.columns = columns;
        this.storage = storage;
        this.holes = holes;
        this.validRows = rows;
        this.validColumns = columns;
    }

    /** A fully valid tile with its own storage, all zero. */
    public static Tile allocate(DType dtype, int rows, int columns) {
        int n = Math.multiplyExact(rows, columns);
        Object storage =
                switch (dtype) {
                    case FP32 -> new float[n];
                    case FP16, BF16, INT16 -> new short[n];
                    case INT8, BOOL -> new byte[n];
                    case INT32 -> new int[n];
                    case INT64, INDEX -> new long[n];
                    default -> throw new IllegalArgumentException("no tiles of " + dtype);
                };
        return new Tile(dtype, rows, columns, storage, new Holes(n));
    }

    /**
     * Another tile over the same storage; extents may be smaller than or equal to what it holds.
     */
    public Tile view(int newRows, int newColumns, int newValidRows, int newValidColumns) {
        Tile view = new Tile(dtype, newRows, newColumns, storage, holes);
        view.setValid(newValidRows, newValidColumns);
        return view;
    }

    public DType dtype() {
        return dtype;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    public int validRows() {
        return validRows;
    }

    public int validColumns() {
        return validColumns;
    }

    /** Number of elements, valid or not. */
    public int elements() {
        return rows * columns;
    }

    /** Whether every element is defined. */
    public boolean isFull() {
        return validRows == rows && validColumns == columns;
    }

    /** Declares which elements are defined. */
    public void setValid(int newValidRows, int newValidColumns) {
        validRows = newValidRows;
        validColumns = newValidColumns;
    }

    public float[] floats() {
        return (float[]) storage;
    }

    public short[] shorts() {
        return (short[]) storage;
    }

    public byte[] bytes() {
        return (byte[]) storage;
    }

    public int[] ints() {
        return (int[]) storage;
    }

    public long[] longs() {
        return (long[]) storage;
    }

    /** Whether both tiles share storage. */
    @SuppressWarnings("ReferenceEquality")
    public boolean overlaps(Tile other) {
        return storage == other.storage;
    }

    /** Which elements depend on something that nobody has written. */
    Holes holes() {
        return holes;
    }

    /**
     * All of the tile is undefined until it is written.
     *
     * @param origin what its elements say of where they come from; more than 0
     * @param told who is told if they are used
     */
    public void undefine(int origin, Unwritten told) {
        holes.mark(0, elements(), origin, told);
    }

    /** All of the tile counts as written. */
    public void define() {
        holes.clear();
    }

    /** Whether nobody has written what one of the first elements of the first rows depends on. */
    public boolean isUndefined(int someRows, int someColumns) {
        boolean found = false;
        for (int r = 0; r < someRows && !holes.areNone(); r++) {
            found |= holes.any(r * columns, r * columns + someColumns);
        }
        return found;
    }

    /** Tells of undefined elements among the first columns of the first rows. */
    void uses(int someRows, int someColumns) {
        if (!holes.areNone()) {
            for (int r = 0; r < someRows; r++) {
                holes.uses(r * columns, r * columns + someColumns);
            }
        }
    }

    /** Sets elements {@code from} to {@code to} (exclusive), in row-major order, to zero. */
    void clear(int from, int to) {
        switch (storage) {
            case float[] a -> Arrays.fill(a, from, to, 0);
            case short[] a -> Arrays.fill(a, from, to, (short) 0);
            case byte[] a -> Arrays.fill(a, from, to, (byte) 0);
            case int[] a -> Arrays.fill(a, from, to, 0);
            default -> Arrays.fill(longs(), from, to, 0);
        }
        holes.clear(from, to);
    }

    /** Copies {@code n} elements of {@code source}, which has the same element type. */
    void copy(Tile source, int from, int at, int n) {
        System.arraycopy(source.storage, from, storage, at, n);
        holes.copy(source.holes, from, at, n);
    }

    /** An element as a number; 64-bit integers lose what a double cannot hold. */
    public double get(int row, int column) {
        int i = row * columns + column;
        return switch (dtype) {
            case FP32 -> floats()[i];
            case FP16 -> Float.float16ToFloat(shorts()[i]);
            case BF16 -> DType.bf16ToFloat(shorts()[i]);
            default -> integer(i);
        };
    }

    /** An integer element by its place in row-major order. */
    long integer(int i) {
        return switch (storage) {
            case short[] a -> a[i];
            case byte[] a -> a[i];
            case int[] a -> a[i];
            default -> longs()[i];
        };
    }

    /** Stores an integer, wrapped, by its place in row-major order. */
    void setInteger(int i, long value) {
        switch (storage) {
            case short[] a -> a[i] = (short) value;
            case byte[] a ->
                    a[i] = dtype == DType.BOOL ? (byte) (value != 0 ? 1 : 0) : (byte) value;
            case int[] a -> a[i] = (int) value;
            default -> longs()[i] = value;
        }
    }

    /** A float element by its place in row-major order. */
    float real(int i) {
        return switch (dtype) {
            case FP32 -> floats()[i];
            case FP16 -> Float.float16ToFloat(shorts()[i]);
            default -> DType.bf16ToFloat(shorts()[i]);
        };
    }

    /** Stores a float, rounded to nearest even, by its place in row-major order. */
    void setReal(int i, float value) {
        switch (dtype) {
            case FP32 -> floats()[i] = value;
            case FP16 -> shorts()[i] = Float.floatToFloat16(value);
            default -> shorts()[i] = DType.floatToBf16(value);
        }
    }
}
