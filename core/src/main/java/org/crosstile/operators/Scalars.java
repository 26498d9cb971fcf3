package org.crosstile.operators;

import org.crosstile.abi.DType;

/** How scalars of an element type are passed at run time. */
final class Scalars {
    private Scalars() {}

    /** The Java type that holds a scalar; floats of any width are held rounded in a float. */
    static Class<?> type(DType dtype) {
        return dtype.isFloat() ? float.class : dtype.bytes() == 8 ? long.class : int.class;
    }

    /** What the names of the methods for {@link #type} end in. */
    static String suffix(DType dtype) {
        return dtype.isFloat() ? "Float" : dtype.bytes() == 8 ? "Long" : "Int";
    }
}
