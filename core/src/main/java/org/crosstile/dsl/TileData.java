package org.crosstile.dsl;

import org.crosstile.abi.DType;
import org.crosstile.abi.MemorySpace;

/** Operators that fill, view and empty tiles. Generated from the catalogue by FacadeWriter. */
abstract class TileData {
    TileData() {}

    /**
     * Reads a box of a tensor, or of this rank's own slice of a window, into a tile.
     *
     * <p>{@code pl.tile.load}, in an InCore kernel.
     *
     * @param tensor what to read; of a window, this rank's own slice
     * @param offsets where the box begins
     * @param shapes extents of the tile, constants
     * @param options {@link Options#validShape}, how much of the box to read; the rest is zero;
     *     {@link Options#targetMemory}, where the tile lies: Vec (UB) or Mat (L1), by default
     *     {@code Vec}; {@link Options#clamp}, whether to cut the box where the tensor ends, by
     *     default {@code False}
     */
    public static Tile load(
            TensorLike tensor, At offsets, Shape shapes, Options.OfLoad... options) {
        return new Tile(
                Operation.of("pl.tile.load")
                        .with(tensor)
                        .with(offsets)
                        .with(shapes)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Writes the valid region of a tile into a tensor, or into this rank's own slice of a window.
     *
     * <p>{@code pl.tile.store}, in an InCore kernel.
     *
     * @param tile what to write: its valid region
     * @param offsets where to begin; missing leading entries are 0
     * @param outputTensor where to write; of a window, this rank's slice
     * @param options {@link Options#shapes}, the box that the rows of a flattened tile fill; {@link
     *     Options#atomic}, replace the elements, or add to them atomically, by default {@code
     *     None_}
     */
    public static <T extends TensorLike> T store(
            Tile tile, At offsets, T outputTensor, Options.OfStore... options) {
        return TensorLike.like(
                outputTensor,
                Operation.of("pl.tile.store")
                        .with(tile)
                        .with(offsets)
                        .with(outputTensor)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Reserves a tile; its elements are not defined.
     *
     * <p>{@code pl.tile.create}, in an InCore kernel.
     *
     * @param shape extents, constants
     * @param dtype the element type
     * @param options {@link Options#targetMemory}, where the tile lies, by default {@code Vec}
     */
    public static Tile createTile(Shape shape, DType dtype, Options.OfCreateTile... options) {
        return new Tile(
                Operation.of("pl.tile.create")
                        .with(shape)
                        .with(dtype)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Makes a tile whose elements all have one value.
     *
     * <p>{@code pl.tile.full}, in an InCore kernel.
     *
     * @param shape extents, constants
     * @param dtype the element type
     * @param value every element, narrowed to the type
     */
    public static Tile tileFull(Shape shape, DType dtype, Scalar value) {
        return new Tile(Operation.of("pl.tile.full").with(shape).with(dtype).with(value).note());
    }

    /** {@code pl.tile.full} with Java's own numbers. */
    public static Tile tileFull(Shape shape, DType dtype, long value) {
        return new Tile(Operation.of("pl.tile.full").with(shape).with(dtype).with(value).note());
    }

    /** {@code pl.tile.full} with Java's own numbers. */
    public static Tile tileFull(Shape shape, DType dtype, double value) {
        return new Tile(Operation.of("pl.tile.full").with(shape).with(dtype).with(value).note());
    }

    /**
     * Copies a box of a tile into a tile of its own.
     *
     * <p>{@code pl.tile.slice}, in an InCore kernel.
     *
     * @param tile rows and columns
     * @param shape extents of the box, constants
     * @param offset where the box begins
     * @param options {@link Options#dropDims}, dimensions of extent 1 that the result does not have
     */
    public static Tile slice(Tile tile, Shape shape, At offset, Options.OfSlice... options) {
        return new Tile(
                Operation.of("pl.tile.slice")
                        .with(tile)
                        .with(shape)
                        .with(offset)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Gives the elements of a tile other extents; their row-major order stays.
     *
     * <p>{@code pl.tile.reshape}, in an InCore kernel.
     *
     * @param tile the elements
     * @param shape the new extents, constants
     */
    public static Tile reshape(Tile tile, Shape shape) {
        return new Tile(Operation.of("pl.tile.reshape").with(tile).with(shape).note());
    }

    /**
     * Exchanges the two dimensions of a tile.
     *
     * <p>{@code pl.tile.transpose}, in an InCore kernel.
     *
     * @param tile what to transpose
     * @param axis1 one axis
     * @param axis2 the other axis
     */
    public static Tile transpose(Tile tile, long axis1, long axis2) {
        return new Tile(
                Operation.of("pl.tile.transpose").with(tile).with(axis1).with(axis2).note());
    }

    /**
     * Moves a tile to another memory space of the core; its value stays.
     *
     * <p>{@code pl.tile.move}, in an InCore kernel.
     *
     * @param tile what to move
     * @param targetMemory where to
     */
    public static Tile move(Tile tile, MemorySpace targetMemory) {
        return new Tile(Operation.of("pl.tile.move").with(tile).with(targetMemory).note());
    }

    /**
     * Reads one element of a tile as a scalar.
     *
     * <p>{@code pl.tile.read}, in an InCore kernel.
     *
     * @param tile where the element is
     * @param indices which element
     */
    public static Scalar read(Tile tile, At indices) {
        return new Scalar(Operation.of("pl.tile.read").with(tile).with(indices).note());
    }

    /**
     * Writes one element of a tile, in place.
     *
     * <p>{@code pl.tile.write}, in an InCore kernel.
     *
     * @param tile where the element is
     * @param indices which element
     * @param value a scalar of the tile's element type
     */
    public static Tile write(Tile tile, At indices, Scalar value) {
        return new Tile(Operation.of("pl.tile.write").with(tile).with(indices).with(value).note());
    }

    /** {@code pl.tile.write} with Java's own numbers. */
    public static Tile write(Tile tile, At indices, double value) {
        return new Tile(Operation.of("pl.tile.write").with(tile).with(indices).with(value).note());
    }

    /**
     * Hands a tile of the cube core over to the vector cores of its group.
     *
     * <p>{@code pl.tile.aiv_shard}, in an InCore kernel.
     *
     * @param tile what to hand over
     * @param options {@link Options#split}, how the vector cores share it; the mode of the region
     *     around, by default {@code NONE}
     */
    public static Tile aivShard(Tile tile, Options.OfAivShard... options) {
        return new Tile(
                Operation.of("pl.tile.aiv_shard").with(tile).options((Object[]) options).note());
    }

    /**
     * Hands a tile of the vector cores over to the cube core of their group.
     *
     * <p>{@code pl.tile.aic_gather}, in an InCore kernel.
     *
     * @param tile what to hand over
     * @param options {@link Options#split}, how the vector cores share it; the mode of the region
     *     around, by default {@code NONE}
     */
    public static Tile aicGather(Tile tile, Options.OfAicGather... options) {
        return new Tile(
                Operation.of("pl.tile.aic_gather").with(tile).options((Object[]) options).note());
    }
}
