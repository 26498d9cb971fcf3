package org.crosstile.memory;

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
    private int validRows;
    private int validColumns;

    private Tile(DType dtype, int rows, int columns, Object storage) {
        this.dtype = dtype;
        this.rows = rows;
        this.columns = columns;
        this.storage = storage;
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
        return new Tile(dtype, rows, columns, storage);
    }

    /**
     * Another tile over the same storage; extents may be smaller than or equal to what it holds.
     */
    public Tile view(int newRows, int newColumns, int newValidRows, int newValidColumns) {
        Tile view = new Tile(dtype, newRows, newColumns, storage);
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
}
