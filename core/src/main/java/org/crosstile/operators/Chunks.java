package org.crosstile.operators;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;

/**
 * How a stream of elements goes through the UB: in chunks of one width, the last of which may be
 * partly valid. A chunk has at most 16 KiB; for a short stream of known length it has just the
 * 32-byte units that the stream needs.
 *
 * @param length number of elements, an INDEX
 * @param width elements of a chunk, a multiple of 32 bytes
 */
record Chunks(Expr length, int width, DType dtype) {
    /** Most bytes of a chunk. */
    static final int BYTES = 16 * 1024;

    private static final int UNIT_BYTES = 32;

    /** Chunks for a stream. */
    static Chunks of(Expr length, DType dtype) {
        return new Chunks(length, width(length, dtype), dtype);
    }

    /** Elements of the largest chunk. */
    static int most(DType dtype) {
        return BYTES / dtype.bytes();
    }

    /** The width of the chunks for at most {@code length} elements at once. */
    static int width(Expr length, DType dtype) {
        OptionalLong known = Exprs.constant(length);
        int unit = UNIT_BYTES / dtype.bytes();
        return known.isPresent() && known.getAsLong() > 0 && known.getAsLong() < most(dtype)
                ? (int) roundUp(known.getAsLong(), unit)
                : most(dtype);
    }

    /** The number of chunks. */
    Expr count() {
        return ceilDiv(length, width);
    }

    /** Which chunk begins at an offset. */
    Expr number(Expr offset) {
        return Exprs.floorDiv(offset, Exprs.index(width));
    }

    /** Valid elements of the chunk at an offset. */
    Expr valid(Expr offset) {
        return Exprs.min(Exprs.index(width), Exprs.sub(length, offset));
    }

    /** The shape of a chunk's tile. */
    Expr shape() {
        return Exprs.tuple(Exprs.indices(1, width));
    }

    /**
     * The elements to read from a peer so that {@code valid} of them arrive: the MTE moves FP16
     * tails only in units of 32 bytes.
     */
    Expr transferred(Expr valid) {
        int unit = UNIT_BYTES / dtype.bytes();
        return padsTails() ? Exprs.mul(ceilDiv(valid, unit), Exprs.index(unit)) : valid;
    }

    /** Whether remote reads of this type are rounded up. */
    boolean padsTails() {
        return dtype == DType.FP16;
    }

    /** {@code [1, columns]}. */
    static Expr row(Expr columns) {
        return Exprs.tuple(List.of(Exprs.index(1), columns));
    }

    static Expr ceilDiv(Expr a, long b) {
        return Exprs.floorDiv(Exprs.add(a, Exprs.index(b - 1)), Exprs.index(b));
    }

    static long roundUp(long n, long unit) {
        return (n + unit - 1) / unit * unit;
    }
}
