package org.crosstile.dsl;

import org.crosstile.abi.DType;

/**
 * Operators that make, view, read and write tensors. Generated from the catalogue by FacadeWriter.
 */
abstract class TensorData extends TileMath {
    TensorData() {}

    /**
     * Makes an intermediate tensor; its elements are not defined.
     *
     * <p>{@code pl.tensor.create}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param shape extents
     * @param dtype the element type
     */
    public static Tensor createTensor(Shape shape, DType dtype) {
        return new Tensor(Operation.of("pl.tensor.create").with(shape).with(dtype).note());
    }

    /**
     * Makes a tensor whose elements all have one value.
     *
     * <p>{@code pl.tensor.full}, in an InCore kernel.
     *
     * @param shape extents
     * @param dtype the element type
     * @param value every element, narrowed to the type
     */
    public static Tensor full(Shape shape, DType dtype, Scalar value) {
        return new Tensor(
                Operation.of("pl.tensor.full").with(shape).with(dtype).with(value).note());
    }

    /** {@code pl.tensor.full} with Java's own numbers. */
    public static Tensor full(Shape shape, DType dtype, long value) {
        return new Tensor(
                Operation.of("pl.tensor.full").with(shape).with(dtype).with(value).note());
    }

    /** {@code pl.tensor.full} with Java's own numbers. */
    public static Tensor full(Shape shape, DType dtype, double value) {
        return new Tensor(
                Operation.of("pl.tensor.full").with(shape).with(dtype).with(value).note());
    }

    /**
     * Exchanges two dimensions of a tensor.
     *
     * <p>{@code pl.tensor.transpose}, in an InCore kernel.
     *
     * @param tensor what to transpose
     * @param axis1 one axis; negative ones count from the end
     * @param axis2 the other axis
     */
    public static Tensor transpose(TensorLike tensor, long axis1, long axis2) {
        return new Tensor(
                Operation.of("pl.tensor.transpose").with(tensor).with(axis1).with(axis2).note());
    }

    /**
     * Gives one extent of a tensor.
     *
     * <p>{@code pl.tensor.dim}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param tensor the tensor
     * @param axis the dimension; negative ones count from the end
     */
    public static Scalar dim(TensorLike tensor, long axis) {
        return new Scalar(Operation.of("pl.tensor.dim").with(tensor).with(axis).note());
    }

    /**
     * Views a box of a tensor or of a window.
     *
     * <p>{@code pl.tensor.slice}, in a host orchestrator, a chip orchestration, an InCore kernel.
     *
     * @param tensor what to view
     * @param shape extents of the box
     * @param offset where the box begins
     * @param options {@link Options#validShape}, how much of the box is valid; empty means all;
     *     {@link Options#dropDims}, dimensions of extent 1 that the view does not have
     */
    public static <T extends TensorLike> T slice(
            T tensor, Shape shape, At offset, Options.OfSlice... options) {
        return TensorLike.like(
                tensor,
                Operation.of("pl.tensor.slice")
                        .with(tensor)
                        .with(shape)
                        .with(offset)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Writes a tile or a tensor into a box of a tensor.
     *
     * <p>{@code pl.tensor.assemble}, in a host orchestrator, a chip orchestration, an InCore
     * kernel.
     *
     * @param target where to write; of a window, this rank's slice
     * @param source what to write: its valid region
     * @param offset where to begin
     * @param options {@link Options#atomic}, replace the elements, or add to them atomically, by
     *     default {@code None_}
     */
    public static <T extends TensorLike> T assemble(
            T target, Tile source, At offset, Options.OfAssemble... options) {
        return TensorLike.like(
                target,
                Operation.of("pl.tensor.assemble")
                        .with(target)
                        .with(source)
                        .with(offset)
                        .options((Object[]) options)
                        .note());
    }

    /** {@code pl.tensor.assemble}. */
    public static <T extends TensorLike> T assemble(
            T target, TensorLike source, At offset, Options.OfAssemble... options) {
        return TensorLike.like(
                target,
                Operation.of("pl.tensor.assemble")
                        .with(target)
                        .with(source)
                        .with(offset)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Reads one element of a tensor as a scalar.
     *
     * <p>{@code pl.tensor.read}, in a chip orchestration, an InCore kernel.
     *
     * @param tensor where the element is
     * @param indices which element
     */
    public static Scalar read(TensorLike tensor, At indices) {
        return new Scalar(Operation.of("pl.tensor.read").with(tensor).with(indices).note());
    }

    /**
     * Writes one element of a tensor, or of this rank's own slice of a window.
     *
     * <p>{@code pl.tensor.write}, in a chip orchestration, an InCore kernel.
     *
     * @param tensor where the element is; of a window, this rank's slice
     * @param indices which element
     * @param value a scalar of the tensor's element type
     */
    public static <T extends TensorLike> T write(T tensor, At indices, Scalar value) {
        return TensorLike.like(
                tensor,
                Operation.of("pl.tensor.write").with(tensor).with(indices).with(value).note());
    }

    /** {@code pl.tensor.write} with Java's own numbers. */
    public static <T extends TensorLike> T write(T tensor, At indices, double value) {
        return TensorLike.like(
                tensor,
                Operation.of("pl.tensor.write").with(tensor).with(indices).with(value).note());
    }
}
