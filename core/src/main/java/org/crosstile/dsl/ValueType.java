package org.crosstile.dsl;

import org.crosstile.abi.DType;

/** The type of a parameter. */
public sealed interface ValueType {
    DType dtype();

    /** {@code pl.Tensor[[...], dtype]}. */
    record OfTensor(DType dtype, Shape shape) implements ValueType {}

    /** {@code pld.DistributedTensor[[...], dtype]}. */
    record OfWindow(DType dtype, Shape shape) implements ValueType {}

    /** {@code pl.Scalar[dtype]}. */
    record OfScalar(DType dtype) implements ValueType {}
}
