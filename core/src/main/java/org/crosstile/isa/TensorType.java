package org.crosstile.isa;

import java.util.List;
import org.crosstile.abi.DType;

/**
 * What can be said of a global tensor before it has an address.
 *
 * @param shape five extents; leading ones that the author leaves out are 1
 * @param stride elements between neighbours, per dimension
 */
public record TensorType(DType dtype, List<Long> shape, List<Long> stride, Layout layout) {
    /** Dimensions of every global tensor. */
    public static final int RANK = 5;

    public TensorType {
        shape = List.copyOf(shape);
        stride = List.copyOf(stride);
    }

    /** Rows of all blocks: the product of all extents but the last. */
    public long rows() {
        return shape.get(0) * shape.get(1) * shape.get(2) * shape.get(3);
    }

    /** Dimension 4. */
    public long cols() {
        return shape.get(4);
    }

    /** Whether there is nothing to move. */
    public boolean isEmpty() {
        return rows() == 0 || cols() == 0;
    }

    /** {@code [128, 32] FP32}: leading extents of 1 are not shown. */
    @Override
    public String toString() {
        int first = 0;
        while (first < RANK - 2 && shape.get(first) == 1) {
            first++;
        }
        return shape.subList(first, RANK) + " " + dtype + (layout == Layout.DN ? " DN" : "");
    }
}
