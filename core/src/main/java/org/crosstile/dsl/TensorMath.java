package org.crosstile.dsl;

import org.crosstile.abi.DType;

/** Arithmetic on tensors. Generated from the catalogue by FacadeWriter. */
abstract class TensorMath extends TensorData {
    TensorMath() {}

    /**
     * Adds the elements of two tensors, or of a tensor and a scalar.
     *
     * <p>{@code pl.tensor.add}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tensor, or a scalar for all
     */
    public static Tensor add(TensorLike lhs, TensorLike rhs) {
        return new Tensor(Operation.of("pl.tensor.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.add}. */
    public static Tensor add(TensorLike lhs, Scalar rhs) {
        return new Tensor(Operation.of("pl.tensor.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.add} with Java's own numbers. */
    public static Tensor add(TensorLike lhs, long rhs) {
        return new Tensor(Operation.of("pl.tensor.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.add} with Java's own numbers. */
    public static Tensor add(TensorLike lhs, double rhs) {
        return new Tensor(Operation.of("pl.tensor.add").with(lhs).with(rhs).note());
    }

    /**
     * Subtracts the elements of two tensors, or of a tensor and a scalar.
     *
     * <p>{@code pl.tensor.sub}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tensor, or a scalar for all
     */
    public static Tensor sub(TensorLike lhs, TensorLike rhs) {
        return new Tensor(Operation.of("pl.tensor.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.sub}. */
    public static Tensor sub(TensorLike lhs, Scalar rhs) {
        return new Tensor(Operation.of("pl.tensor.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.sub} with Java's own numbers. */
    public static Tensor sub(TensorLike lhs, long rhs) {
        return new Tensor(Operation.of("pl.tensor.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.sub} with Java's own numbers. */
    public static Tensor sub(TensorLike lhs, double rhs) {
        return new Tensor(Operation.of("pl.tensor.sub").with(lhs).with(rhs).note());
    }

    /**
     * Multiplies the elements of two tensors, or of a tensor and a scalar.
     *
     * <p>{@code pl.tensor.mul}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tensor, or a scalar for all
     */
    public static Tensor mul(TensorLike lhs, TensorLike rhs) {
        return new Tensor(Operation.of("pl.tensor.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.mul}. */
    public static Tensor mul(TensorLike lhs, Scalar rhs) {
        return new Tensor(Operation.of("pl.tensor.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.mul} with Java's own numbers. */
    public static Tensor mul(TensorLike lhs, long rhs) {
        return new Tensor(Operation.of("pl.tensor.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.mul} with Java's own numbers. */
    public static Tensor mul(TensorLike lhs, double rhs) {
        return new Tensor(Operation.of("pl.tensor.mul").with(lhs).with(rhs).note());
    }

    /**
     * Divides the elements of two tensors, or of a tensor and a scalar.
     *
     * <p>{@code pl.tensor.div}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tensor, or a scalar for all
     */
    public static Tensor div(TensorLike lhs, TensorLike rhs) {
        return new Tensor(Operation.of("pl.tensor.div").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.div}. */
    public static Tensor div(TensorLike lhs, Scalar rhs) {
        return new Tensor(Operation.of("pl.tensor.div").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.div} with Java's own numbers. */
    public static Tensor div(TensorLike lhs, long rhs) {
        return new Tensor(Operation.of("pl.tensor.div").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.div} with Java's own numbers. */
    public static Tensor div(TensorLike lhs, double rhs) {
        return new Tensor(Operation.of("pl.tensor.div").with(lhs).with(rhs).note());
    }

    /**
     * Takes the larger of the elements of two tensors, or of a tensor and a scalar.
     *
     * <p>{@code pl.tensor.maximum}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tensor, or a scalar for all
     */
    public static Tensor maximum(TensorLike lhs, TensorLike rhs) {
        return new Tensor(Operation.of("pl.tensor.maximum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.maximum}. */
    public static Tensor maximum(TensorLike lhs, Scalar rhs) {
        return new Tensor(Operation.of("pl.tensor.maximum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.maximum} with Java's own numbers. */
    public static Tensor maximum(TensorLike lhs, long rhs) {
        return new Tensor(Operation.of("pl.tensor.maximum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.maximum} with Java's own numbers. */
    public static Tensor maximum(TensorLike lhs, double rhs) {
        return new Tensor(Operation.of("pl.tensor.maximum").with(lhs).with(rhs).note());
    }

    /**
     * Takes the smaller of the elements of two tensors, or of a tensor and a scalar.
     *
     * <p>{@code pl.tensor.minimum}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tensor, or a scalar for all
     */
    public static Tensor minimum(TensorLike lhs, TensorLike rhs) {
        return new Tensor(Operation.of("pl.tensor.minimum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.minimum}. */
    public static Tensor minimum(TensorLike lhs, Scalar rhs) {
        return new Tensor(Operation.of("pl.tensor.minimum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.minimum} with Java's own numbers. */
    public static Tensor minimum(TensorLike lhs, long rhs) {
        return new Tensor(Operation.of("pl.tensor.minimum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tensor.minimum} with Java's own numbers. */
    public static Tensor minimum(TensorLike lhs, double rhs) {
        return new Tensor(Operation.of("pl.tensor.minimum").with(lhs).with(rhs).note());
    }

    /**
     * Raises e to the power of each element of a tensor.
     *
     * <p>{@code pl.tensor.exp}, in an InCore kernel.
     *
     * @param tensor the operand
     */
    public static Tensor exp(TensorLike tensor) {
        return new Tensor(Operation.of("pl.tensor.exp").with(tensor).note());
    }

    /**
     * Negates each element of a tensor.
     *
     * <p>{@code pl.tensor.neg}, in an InCore kernel.
     *
     * @param tensor the operand
     */
    public static Tensor neg(TensorLike tensor) {
        return new Tensor(Operation.of("pl.tensor.neg").with(tensor).note());
    }

    /**
     * Converts the elements of a tensor; rounding as for a tile.
     *
     * <p>{@code pl.tensor.cast}, in an InCore kernel.
     *
     * @param tensor what to convert
     * @param targetType the new element type
     * @param options {@link Options#mode}, how to round to an integer, by default {@code 'round'}
     */
    public static Tensor cast(TensorLike tensor, DType targetType, Options.OfCast... options) {
        return new Tensor(
                Operation.of("pl.tensor.cast")
                        .with(tensor)
                        .with(targetType)
                        .options((Object[]) options)
                        .note());
    }
}
