package org.crosstile.memory;

import java.util.Arrays;
import java.util.OptionalLong;
import org.crosstile.abi.DType;

/** How many elements and bytes extents make, computed exactly. */
public final class Sizes {
    /** The rule of the extents of new tensors. */
    public static final String TENSOR_EXTENTS = "tensor-extents";

    private static final String EXISTS = "a tensor's extents must not be negative or huge";

    private Sizes() {}

    /** All extents multiplied; empty if one is negative, or if a long cannot hold the product. */
    public static OptionalLong product(long... extents) {
        long product = 1;
        boolean holds = true;
        boolean none = false;
        for (long extent : extents) {
            if (extent < 0) {
                return OptionalLong.empty();
            }
            none |= extent == 0;
            holds &= Math.multiplyHigh(product, extent) == 0 && product * extent >= 0;
            product *= extent;
        }
        return none ? OptionalLong.of(0) : holds ? OptionalLong.of(product) : OptionalLong.empty();
    }

    /** The bytes of elements without gaps; empty if there is no such number. */
    public static OptionalLong bytes(DType dtype, long... shape) {
        OptionalLong elements = product(shape);
        return elements.isPresent() ? product(elements.getAsLong(), dtype.bytes()) : elements;
    }

    /**
     * The bytes of a new tensor.
     *
     * @throws Fault if there can be no such tensor
     */
    public static long tensorBytes(DType dtype, long... shape) {
        return bytes(dtype, shape).orElseThrow(() -> impossible(dtype, shape));
    }

    /** What is reported of a tensor that cannot exist. */
    static Fault impossible(DType dtype, long... shape) {
        return new Fault(TENSOR_EXTENTS, EXISTS, Arrays.toString(shape) + " of " + dtype, "");
    }
}
