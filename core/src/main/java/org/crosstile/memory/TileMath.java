package org.crosstile.memory;

import java.util.Arrays;
import org.crosstile.abi.DType;

/**
 * Arithmetic on tiles. Only valid elements are computed, and the result says which of its own are
 * valid. FP16 and BF16 are computed in FP32 and rounded to nearest even after each step; integers
 * wrap. A result may be the same tile as an operand of the same form.
 */
public final class TileMath {
    /** The rule of a division of integers by zero. */
    public static final String DIVISION = "tile-div-zero";

    /** The rule of valid extents. */
    public static final String VALID_EXTENT = "tile-set-validshape-extent";

    /** The rule of slices of tiles. */
    public static final String SLICE_BOUNDS = "tile-slice-bounds";

    private TileMath() {}

    /** {@code out = a op b}; an operand with one row or one column is used for all of them. */
    public static void binary(Arith op, Tile a, Tile b, Tile out) {
        int rows = a.rows() < out.rows() ? b.validRows() : a.validRows();
        int columns = a.columns() < out.columns() ? b.validColumns() : a.validColumns();
        Tile left = stretch(a, out, rows, columns);
        Tile right = stretch(b, out, rows, columns);
        out.setValid(rows, columns);
        try {
            if (columns == out.columns()) {
                apply(op, left, right, out, 0, rows * columns);
            } else {
                for (int r = 0; r < rows; r++) {
                    int from = r * out.columns();
                    apply(op, left, right, out, from, from + columns);
                }
            }
        } catch (ArithmeticException zero) {
            throw byZero();
        }
        Holes.elementwise(left, right, out);
    }

    private static Fault byZero() {
        return new Fault(
                DIVISION,
                "integers must not be divided by zero",
                "an element of the divisor is 0",
                "make the divisor at least 1, for example by pl.maximum");
    }

    private static void apply(Arith op, Tile a, Tile b, Tile out, int from, int to) {
        switch (out.dtype()) {
            case FP32 -> FloatLoops.apply(op, a.floats(), b.floats(), out.floats(), from, to);
            case FP16 -> HalfLoops.apply(op, a.shorts(), b.shorts(), out.shorts(), from, to);
            case BF16 -> BrainLoops.apply(op, a.shorts(), b.shorts(), out.shorts(), from, to);
            case INT32 -> IntLoops.apply(op, a.ints(), b.ints(), out.ints(), from, to);
            case INT16 -> ShortLoops.apply(op, a.shorts(), b.shorts(), out.shorts(), from, to);
            case INT8, BOOL -> ByteLoops.apply(op, a.bytes(), b.bytes(), out.bytes(), from, to);
            default -> LongLoops.apply(op, a.longs(), b.longs(), out.longs(), from, to);
        }
    }

    /** A tile of the form of {@code like} that repeats the one row or column of {@code tile}. */
    private static Tile stretch(Tile tile, Tile like, int rows, int columns) {
        if (tile.rows() == like.rows() && tile.columns() == like.columns()) {
            return tile;
        }
        Tile wide = Tile.allocate(tile.dtype(), like.rows(), like.columns());
        for (int r = 0; r < rows; r++) {
            int row = tile.rows() == 1 ? 0 : r;
            int at = r * wide.columns();
            if (tile.columns() == wide.columns()) {
                wide.copy(tile, row * tile.columns(), at, columns);
            } else {
                for (int c = 0; c < columns; c++) {
                    wide.copy(tile, row * tile.columns(), at + c, 1);
                }
            }
        }
        return wide;
    }

    /** {@code out = a op s} for tiles of floats; the scalar is rounded to the tile's type first. */
    public static void binary(Arith op, Tile a, float s, Tile out) {
        float scalar = (float) a.dtype().round(s);
        if (a.dtype() != DType.FP32) {
            Tile all = Tile.allocate(a.dtype(), a.rows(), a.columns());
            fill(all, 0, all.elements(), scalar);
            binary(op, a, all, out);
            return;
        }
        out.setValid(a.validRows(), a.validColumns());
        Holes.elementwise(a, a, out);
        if (a.validColumns() == a.columns()) {
            FloatLoops.apply(op, a.floats(), scalar, out.floats(), 0, a.validRows() * a.columns());
            return;
        }
        for (int r = 0; r < a.validRows(); r++) {
            int from = r * a.columns();
            FloatLoops.apply(op, a.floats(), scalar, out.floats(), from, from + a.validColumns());
        }
    }

    /** {@code out = a op s} for tiles of integers; the scalar wraps to the tile's type first. */
    public static void binary(Arith op, Tile a, long s, Tile out) {
        Tile all = Tile.allocate(a.dtype(), a.rows(), a.columns());
        fill(all, 0, all.elements(), s);
        binary(op, a, all, out);
    }

    /** {@code out = -a}. */
    public static void neg(Tile a, Tile out) {
        out.setValid(a.validRows(), a.validColumns());
        Holes.elementwise(a, a, out);
        for (int r = 0; r < a.validRows(); r++) {
            int from = r * a.columns();
            int to = from + a.validColumns();
            if (a.dtype().isFloat()) {
                for (int i = from; i < to; i++) {
                    out.setReal(i, -a.real(i));
                }
            } else {
                for (int i = from; i < to; i++) {
                    out.setInteger(i, -a.integer(i));
                }
            }
        }
    }

    /** {@code out = e^a}, for floats; computed in double precision. */
    public static void exp(Tile a, Tile out) {
        out.setValid(a.validRows(), a.validColumns());
        Holes.elementwise(a, a, out);
        for (int r = 0; r < a.validRows(); r++) {
            int from = r * a.columns();
            for (int i = from; i < from + a.validColumns(); i++) {
                out.setReal(i, (float) Math.exp(a.real(i)));
            }
        }
    }

    /** The sum of each row, from the first column on, rounded to the element type at each step. */
    public static void rowSum(Tile a, Tile out) {
        out.setValid(a.validRows(), 1);
        Holes.rows(a, out);
        for (int r = 0; r < a.validRows(); r++) {
            int from = r * a.columns();
            int to = from + a.validColumns();
            if (a.dtype().isFloat()) {
                out.setReal(r, sum(a, from, to));
            } else {
                long sum = 0;
                for (int i = from; i < to; i++) {
                    sum += a.integer(i);
                }
                out.setInteger(r, sum);
            }
        }
    }

    private static float sum(Tile a, int from, int to) {
        float sum = 0;
        if (a.dtype() == DType.FP32) {
            float[] elements = a.floats();
            for (int i = from; i < to; i++) {
                sum += elements[i];
            }
            return sum;
        }
        for (int i = from; i < to; i++) {
            sum = (float) a.dtype().round(sum + a.real(i));
        }
        return sum;
    }

    /**
     * The largest element of each row; the smallest value of the type for a row without elements.
     */
    public static void rowMax(Tile a, Tile out) {
        out.setValid(a.validRows(), 1);
        Holes.rows(a, out);
        for (int r = 0; r < a.validRows(); r++) {
            int from = r * a.columns();
            int to = from + a.validColumns();
            if (a.dtype().isFloat()) {
                float max = Float.NEGATIVE_INFINITY;
                for (int i = from; i < to; i++) {
                    max = Math.max(max, a.real(i));
                }
                out.setReal(r, max);
            } else {
                long max = smallest(a.dtype());
                for (int i = from; i < to; i++) {
                    max = Math.max(max, a.integer(i));
                }
                out.setInteger(r, max);
            }
        }
    }

    private static long smallest(DType dtype) {
        return dtype == DType.BOOL ? 0 : Long.MIN_VALUE >> (64 - 8 * dtype.bytes());
    }

    private static long largest(DType dtype) {
        return dtype == DType.BOOL ? 1 : ~smallest(dtype);
    }

    /** Fills a tile of floats. */
    public static void full(float value, Tile out) {
        out.setValid(out.rows(), out.columns());
        fill(out, 0, out.elements(), value);
    }

    /** Fills a tile of integers; the value wraps to the tile's type. */
    public static void full(long value, Tile out) {
        out.setValid(out.rows(), out.columns());
        fill(out, 0, out.elements(), value);
    }

    private static void fill(Tile out, int from, int to, float value) {
        out.holes().clear(from, to);
        switch (out.dtype()) {
            case FP32 -> Arrays.fill(out.floats(), from, to, value);
            case FP16 -> Arrays.fill(out.shorts(), from, to, Float.floatToFloat16(value));
            default -> Arrays.fill(out.shorts(), from, to, DType.floatToBf16(value));
        }
    }

    private static void fill(Tile out, int from, int to, long value) {
        out.holes().clear(from, to);
        switch (out.dtype()) {
            case BOOL -> Arrays.fill(out.bytes(), from, to, (byte) (value != 0 ? 1 : 0));
            case INT8 -> Arrays.fill(out.bytes(), from, to, (byte) value);
            case INT16 -> Arrays.fill(out.shorts(), from, to, (short) value);
            case INT32 -> Arrays.fill(out.ints(), from, to, (int) value);
            default -> Arrays.fill(out.longs(), from, to, value);
        }
    }

    /** Copies elements and valid extents. */
    public static void copy(Tile a, Tile out) {
        out.setValid(a.validRows(), a.validColumns());
        if (!a.overlaps(out)) {
            out.copy(a, 0, 0, a.elements());
        }
    }

    /** Copies all elements in row-major order under other extents; valid ones stay a prefix. */
    public static void reshape(Tile a, Tile out) {
        int valid = a.validRows() * a.validColumns();
        if (!a.overlaps(out)) {
            out.copy(a, 0, 0, a.elements());
        }
        if (a.isFull()) {
            out.setValid(out.rows(), out.columns());
        } else if (a.columns() == out.columns()) {
            out.setValid(a.validRows(), a.validColumns());
        } else if (out.rows() == 1) {
            out.setValid(1, valid);
        } else {
            out.setValid(valid, 1);
        }
    }

    /**
     * Gives the elements outside of the valid region a value; afterwards all of the tile is valid.
     */
    public static void fillPad(Tile a, PadValue pad, Tile out) {
        int rows = a.validRows();
        int columns = a.validColumns();
        copy(a, out);
        out.setValid(out.rows(), out.columns());
        for (int r = 0; r < rows && columns < out.columns(); r++) {
            pad(out, r * out.columns() + columns, (r + 1) * out.columns(), pad);
        }
        pad(out, rows * out.columns(), out.elements(), pad);
    }

    private static void pad(Tile out, int from, int to, PadValue pad) {
        if (out.dtype().isFloat()) {
            float value =
                    switch (pad) {
                        case zero -> 0;
                        case max -> Float.POSITIVE_INFINITY;
                        case min -> Float.NEGATIVE_INFINITY;
                    };
            fill(out, from, to, value);
        } else {
            long value =
                    switch (pad) {
                        case zero -> 0;
                        case max -> largest(out.dtype());
                        case min -> smallest(out.dtype());
                    };
            fill(out, from, to, value);
        }
    }

    /** Declares how many leading rows and columns are valid. */
    public static void setValid(Tile a, long rows, long columns, Tile out) {
        long[] extents = {a.rows(), a.columns()};
        ValidExtents.check(VALID_EXTENT, VALID_EXTENT, new long[] {rows, columns}, extents);
        copy(a, out);
        out.setValid((int) rows, (int) columns);
    }

    /** Copies a box of a tile; what is not valid there is not valid in the result. */
    public static void slice(Tile a, long[] offset, Tile out) {
        long row = offset.length > 1 ? offset[0] : 0;
        long column = offset[offset.length - 1];
        boolean inside =
                row >= 0
                        && column >= 0
                        && row <= a.rows() - out.rows()
                        && column <= a.columns() - out.columns();
        if (!inside) {
            throw new Fault(
                    SLICE_BOUNDS,
                    "a slice must stay inside its tile",
                    "a box ["
                            + out.rows()
                            + ", "
                            + out.columns()
                            + "] at ["
                            + row
                            + ", "
                            + column
                            + "] of a tile ["
                            + a.rows()
                            + ", "
                            + a.columns()
                            + "]",
                    "");
        }
        for (int r = 0; r < out.rows(); r++) {
            int from = (int) ((row + r) * a.columns() + column);
            out.copy(a, from, r * out.columns(), out.columns());
        }
        out.setValid(
                (int) Math.clamp(a.validRows() - row, 0, out.rows()),
                (int) Math.clamp(a.validColumns() - column, 0, out.columns()));
    }

    /** Exchanges rows and columns; {@code out} must not be the same tile. */
    public static void transpose(Tile a, Tile out) {
        out.setValid(a.validColumns(), a.validRows());
        for (int r = 0; r < a.validRows(); r++) {
            for (int c = 0; c < a.validColumns(); c++) {
                out.copy(a, r * a.columns() + c, c * out.columns() + r, 1);
            }
        }
    }

    /**
     * The matrix product. Sums run over rising k: FP32 products and sums for floats, 32-bit
     * wrapping ones for integers.
     */
    public static void matmul(Tile a, Tile b, Tile out) {
        out.setValid(a.validRows(), b.validColumns());
        product(a, b, out, false);
    }

    /** Adds a matrix product to {@code sum}. */
    public static void matmulAcc(Tile sum, Tile a, Tile b, Tile out) {
        copy(sum, out);
        product(a, b, out, true);
    }

    private static void product(Tile a, Tile b, Tile out, boolean adds) {
        int inner = Math.min(a.validColumns(), b.validRows());
        if (out.dtype() == DType.FP32) {
            MatrixLoops.floats(a, b, inner, out, adds);
        } else {
            MatrixLoops.integers(a, b, inner, out, adds);
        }
        Holes.product(a, b, inner, out, adds);
    }
}
