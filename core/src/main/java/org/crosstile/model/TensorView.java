package org.crosstile.model;

import java.util.List;

/**
 * How a tensor lies in memory.
 *
 * @param stride elements between neighbours, one per dimension; empty means packed
 * @param valid the valid extents; empty means all of the shape
 */
public record TensorView(List<Expr> stride, Layout layout, List<Expr> valid) {
    /** Order of dimensions in memory. */
    public enum Layout {
        ND,
        DN,
        NZ
    }

    /** Packed, row-major, fully valid. */
    public static final TensorView PACKED = new TensorView(List.of(), Layout.ND, List.of());

    public TensorView {
        stride = List.copyOf(stride);
        valid = List.copyOf(valid);
    }

    public TensorView withValid(List<Expr> newValid) {
        return new TensorView(stride, layout, newValid);
    }

    public boolean isPacked() {
        return stride.isEmpty() && layout == Layout.ND;
    }
}
