package org.crosstile.isa;

/**
 * How much of a tile's extent an instruction works on.
 *
 * @param extent rows or columns
 * @param isDynamic whether an instruction may narrow it for a partial block
 */
public record Valid(int extent, boolean isDynamic) {
    /** An extent that is part of the tile's type: blocks have exactly this size. */
    public static Valid fixed(int extent) {
        return new Valid(extent, false);
    }

    /** An extent that is a mask: the last block of a dimension may be smaller. */
    public static Valid dynamic(int extent) {
        return new Valid(extent, true);
    }

    @Override
    public String toString() {
        return isDynamic ? "?" : Integer.toString(extent);
    }
}
