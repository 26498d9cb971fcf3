package org.crosstile.dsl;

import org.crosstile.abi.DType;

/** Arithmetic on tiles. Generated from the catalogue by FacadeWriter. */
abstract class TileMath extends TileData {
    TileMath() {}

    /**
     * Adds the elements of two tiles, or of a tile and a scalar.
     *
     * <p>{@code pl.tile.add}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tile, or a scalar for all
     */
    public static Tile add(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.add}. */
    public static Tile add(Tile lhs, Scalar rhs) {
        return new Tile(Operation.of("pl.tile.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.add} with Java's own numbers. */
    public static Tile add(Tile lhs, long rhs) {
        return new Tile(Operation.of("pl.tile.add").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.add} with Java's own numbers. */
    public static Tile add(Tile lhs, double rhs) {
        return new Tile(Operation.of("pl.tile.add").with(lhs).with(rhs).note());
    }

    /**
     * Subtracts the elements of two tiles, or of a tile and a scalar.
     *
     * <p>{@code pl.tile.sub}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tile, or a scalar for all
     */
    public static Tile sub(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.sub}. */
    public static Tile sub(Tile lhs, Scalar rhs) {
        return new Tile(Operation.of("pl.tile.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.sub} with Java's own numbers. */
    public static Tile sub(Tile lhs, long rhs) {
        return new Tile(Operation.of("pl.tile.sub").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.sub} with Java's own numbers. */
    public static Tile sub(Tile lhs, double rhs) {
        return new Tile(Operation.of("pl.tile.sub").with(lhs).with(rhs).note());
    }

    /**
     * Multiplies the elements of two tiles, or of a tile and a scalar.
     *
     * <p>{@code pl.tile.mul}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tile, or a scalar for all
     */
    public static Tile mul(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.mul}. */
    public static Tile mul(Tile lhs, Scalar rhs) {
        return new Tile(Operation.of("pl.tile.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.mul} with Java's own numbers. */
    public static Tile mul(Tile lhs, long rhs) {
        return new Tile(Operation.of("pl.tile.mul").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.mul} with Java's own numbers. */
    public static Tile mul(Tile lhs, double rhs) {
        return new Tile(Operation.of("pl.tile.mul").with(lhs).with(rhs).note());
    }

    /**
     * Divides the elements of two tiles, or of a tile and a scalar.
     *
     * <p>{@code pl.tile.div}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tile, or a scalar for all
     */
    public static Tile div(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.div").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.div}. */
    public static Tile div(Tile lhs, Scalar rhs) {
        return new Tile(Operation.of("pl.tile.div").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.div} with Java's own numbers. */
    public static Tile div(Tile lhs, long rhs) {
        return new Tile(Operation.of("pl.tile.div").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.div} with Java's own numbers. */
    public static Tile div(Tile lhs, double rhs) {
        return new Tile(Operation.of("pl.tile.div").with(lhs).with(rhs).note());
    }

    /**
     * Takes the larger of the elements of two tiles, or of a tile and a scalar.
     *
     * <p>{@code pl.tile.maximum}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tile, or a scalar for all
     */
    public static Tile maximum(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.maximum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.maximum}. */
    public static Tile maximum(Tile lhs, Scalar rhs) {
        return new Tile(Operation.of("pl.tile.maximum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.maximum} with Java's own numbers. */
    public static Tile maximum(Tile lhs, long rhs) {
        return new Tile(Operation.of("pl.tile.maximum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.maximum} with Java's own numbers. */
    public static Tile maximum(Tile lhs, double rhs) {
        return new Tile(Operation.of("pl.tile.maximum").with(lhs).with(rhs).note());
    }

    /**
     * Takes the smaller of the elements of two tiles, or of a tile and a scalar.
     *
     * <p>{@code pl.tile.minimum}, in an InCore kernel.
     *
     * @param lhs the first operand
     * @param rhs the second operand: a tile, or a scalar for all
     */
    public static Tile minimum(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.minimum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.minimum}. */
    public static Tile minimum(Tile lhs, Scalar rhs) {
        return new Tile(Operation.of("pl.tile.minimum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.minimum} with Java's own numbers. */
    public static Tile minimum(Tile lhs, long rhs) {
        return new Tile(Operation.of("pl.tile.minimum").with(lhs).with(rhs).note());
    }

    /** {@code pl.tile.minimum} with Java's own numbers. */
    public static Tile minimum(Tile lhs, double rhs) {
        return new Tile(Operation.of("pl.tile.minimum").with(lhs).with(rhs).note());
    }

    /**
     * Raises e to the power of each element of a tile.
     *
     * <p>{@code pl.tile.exp}, in an InCore kernel.
     *
     * @param tile the operand
     */
    public static Tile exp(Tile tile) {
        return new Tile(Operation.of("pl.tile.exp").with(tile).note());
    }

    /**
     * Negates each element of a tile.
     *
     * <p>{@code pl.tile.neg}, in an InCore kernel.
     *
     * @param tile the operand
     */
    public static Tile neg(Tile tile) {
        return new Tile(Operation.of("pl.tile.neg").with(tile).note());
    }

    /**
     * Converts the elements of a tile; floats round to integers as `mode` says, halves away from
     * zero by default, and to narrower floats to nearest even.
     *
     * <p>{@code pl.tile.cast}, in an InCore kernel.
     *
     * @param tile what to convert
     * @param targetType the new element type
     * @param options {@link Options#mode}, how to round to an integer, by default {@code 'round'}
     */
    public static Tile cast(Tile tile, DType targetType, Options.OfCast... options) {
        return new Tile(
                Operation.of("pl.tile.cast")
                        .with(tile)
                        .with(targetType)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Adds up each row; floats narrower than FP32 round at each step.
     *
     * <p>{@code pl.tile.row_sum}, in an InCore kernel.
     *
     * @param tile what to reduce: its valid region
     * @param tmpTile scratch of the same element type, at least as large
     */
    public static Tile rowSum(Tile tile, Tile tmpTile) {
        return new Tile(Operation.of("pl.tile.row_sum").with(tile).with(tmpTile).note());
    }

    /**
     * Takes the largest of each row.
     *
     * <p>{@code pl.tile.row_max}, in an InCore kernel.
     *
     * @param tile what to reduce: its valid region
     * @param tmpTile scratch of the same element type, at least as large
     */
    public static Tile rowMax(Tile tile, Tile tmpTile) {
        return new Tile(Operation.of("pl.tile.row_max").with(tile).with(tmpTile).note());
    }

    /**
     * Multiplies two matrices; sums are FP32 for floats and INT32 for integers.
     *
     * <p>{@code pl.tile.matmul}, in an InCore kernel.
     *
     * @param lhs M rows of K
     * @param rhs K rows of N
     */
    public static Tile matmul(Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.matmul").with(lhs).with(rhs).note());
    }

    /**
     * Fills a tile up outside of its valid region, in place; afterwards all of it is valid.
     *
     * <p>{@code pl.tile.fillpad_inplace}, in an InCore kernel.
     *
     * @param tile what to fill up, in place
     * @param options {@link Options#padValue}, zero, or the largest or smallest value of the type,
     *     by default {@code 'zero'}
     */
    public static Tile fillpadInplace(Tile tile, Options.OfFillpadInplace... options) {
        return new Tile(
                Operation.of("pl.tile.fillpad_inplace")
                        .with(tile)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Declares how many leading rows and columns of a tile are valid.
     *
     * <p>{@code pl.tile.set_validshape}, in an InCore kernel.
     *
     * @param tile the tile
     * @param validRows how many leading rows are valid
     * @param validCols how many leading columns are valid
     */
    public static Tile setValidshape(Tile tile, Scalar validRows, Scalar validCols) {
        return new Tile(
                Operation.of("pl.tile.set_validshape")
                        .with(tile)
                        .with(validRows)
                        .with(validCols)
                        .note());
    }

    /** {@code pl.tile.set_validshape} with Java's own numbers. */
    public static Tile setValidshape(Tile tile, Scalar validRows, long validCols) {
        return new Tile(
                Operation.of("pl.tile.set_validshape")
                        .with(tile)
                        .with(validRows)
                        .with(validCols)
                        .note());
    }

    /** {@code pl.tile.set_validshape} with Java's own numbers. */
    public static Tile setValidshape(Tile tile, long validRows, Scalar validCols) {
        return new Tile(
                Operation.of("pl.tile.set_validshape")
                        .with(tile)
                        .with(validRows)
                        .with(validCols)
                        .note());
    }

    /** {@code pl.tile.set_validshape} with Java's own numbers. */
    public static Tile setValidshape(Tile tile, long validRows, long validCols) {
        return new Tile(
                Operation.of("pl.tile.set_validshape")
                        .with(tile)
                        .with(validRows)
                        .with(validCols)
                        .note());
    }

    /**
     * Adds a matrix product to a tile of sums.
     *
     * <p>{@code pl.tile.matmul_acc}, in an InCore kernel.
     *
     * @param acc the sums, M rows of N
     * @param lhs M rows of K
     * @param rhs K rows of N
     */
    public static Tile matmulAcc(Tile acc, Tile lhs, Tile rhs) {
        return new Tile(Operation.of("pl.tile.matmul_acc").with(acc).with(lhs).with(rhs).note());
    }

    /**
     * Gives the index of this vector core in its core group: 0 or 1.
     *
     * <p>{@code pl.tile.get_subblock_idx}, in an InCore kernel.
     */
    public static Scalar getSubblockIdx() {
        return new Scalar(Operation.of("pl.tile.get_subblock_idx").note());
    }
}
