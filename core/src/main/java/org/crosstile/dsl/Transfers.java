package org.crosstile.dsl;

import org.crosstile.abi.NotifyOp;

/** Operators that reach one peer. Generated from the catalogue by FacadeWriter. */
abstract class Transfers extends Windows {
    Transfers() {}

    /**
     * Reads a region of a peer's slice of a window into a tile.
     *
     * <p>{@code pld.tile.remote_load}, in an InCore kernel.
     *
     * @param target the window to read
     * @param peer rank whose slice is read
     * @param offsets where the region begins
     * @param shape extents of the tile
     * @param options {@link Options#validShape}, extents to read, if fewer than the tile has;
     *     {@link Options#allowPhysicalTailPadding}, let an FP16 tail read on to the next 32 bytes;
     *     written by lowering, by default {@code False}
     */
    public static Tile remoteLoad(
            Window target, Scalar peer, At offsets, Shape shape, Options.OfRemoteLoad... options) {
        return new Tile(
                Operation.of("pld.tile.remote_load")
                        .with(target)
                        .with(peer)
                        .with(offsets)
                        .with(shape)
                        .options((Object[]) options)
                        .note());
    }

    /** {@code pld.tile.remote_load} with Java's own numbers. */
    public static Tile remoteLoad(
            Window target, long peer, At offsets, Shape shape, Options.OfRemoteLoad... options) {
        return new Tile(
                Operation.of("pld.tile.remote_load")
                        .with(target)
                        .with(peer)
                        .with(offsets)
                        .with(shape)
                        .options((Object[]) options)
                        .note());
    }

    /**
     * Writes a local value into a region of a peer's slice of a window.
     *
     * <p>{@code pld.tile.remote_store}, in an InCore kernel.
     *
     * @param src what is written
     * @param target the window to write
     * @param peer rank whose slice is written
     * @param offsets where the region begins
     * @param options {@link Options#atomic}, replace the elements, or add to them atomically, by
     *     default {@code None_}
     */
    public static void remoteStore(
            Tile src, Window target, Scalar peer, At offsets, Options.OfRemoteStore... options) {
        Operation.of("pld.tile.remote_store")
                .with(src)
                .with(target)
                .with(peer)
                .with(offsets)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tile.remote_store} with Java's own numbers. */
    public static void remoteStore(
            Tile src, Window target, long peer, At offsets, Options.OfRemoteStore... options) {
        Operation.of("pld.tile.remote_store")
                .with(src)
                .with(target)
                .with(peer)
                .with(offsets)
                .options((Object[]) options)
                .note();
    }

    /**
     * Writes a local value into a region of a peer's slice of a window.
     *
     * <p>{@code pld.tensor.remote_store}, in an InCore kernel.
     *
     * @param src what is written
     * @param target the window to write
     * @param peer rank whose slice is written
     * @param offsets where the region begins
     * @param options {@link Options#atomic}, replace the elements, or add to them atomically, by
     *     default {@code None_}
     */
    public static void remoteStore(
            Tensor src, Window target, Scalar peer, At offsets, Options.OfRemoteStore... options) {
        Operation.of("pld.tensor.remote_store")
                .with(src)
                .with(target)
                .with(peer)
                .with(offsets)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.remote_store} with Java's own numbers. */
    public static void remoteStore(
            Tensor src, Window target, long peer, At offsets, Options.OfRemoteStore... options) {
        Operation.of("pld.tensor.remote_store")
                .with(src)
                .with(target)
                .with(peer)
                .with(offsets)
                .options((Object[]) options)
                .note();
    }

    /**
     * Copies memory of this rank into a peer's slice of a window.
     *
     * <p>{@code pld.tensor.put}, in an InCore kernel.
     *
     * @param dst the window whose slice on the peer is written
     * @param peer rank at the other end
     * @param src memory of this rank to read
     * @param options {@link Options#atomic}, replace the elements, or add to them atomically, by
     *     default {@code None_}; {@link Options#chunkRows}, rows to stage at a time; 0 for all, by
     *     default {@code 0}; {@link Options#chunkCols}, columns to stage at a time; 0 for all, by
     *     default {@code 0}; {@link Options#pipeline}, stage through two tiles in turn, by default
     *     {@code False}
     */
    public static void put(Window dst, Scalar peer, TensorLike src, Options.OfPut... options) {
        Operation.of("pld.tensor.put")
                .with(dst)
                .with(peer)
                .with(src)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.put} with Java's own numbers. */
    public static void put(Window dst, long peer, TensorLike src, Options.OfPut... options) {
        Operation.of("pld.tensor.put")
                .with(dst)
                .with(peer)
                .with(src)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.put}. */
    public static void put(
            Window dst,
            Scalar peer,
            TensorLike src,
            At dstOffsets,
            At srcOffsets,
            Shape shape,
            Options.OfPut... options) {
        Operation.of("pld.tensor.put")
                .with(dst)
                .with(peer)
                .with(src)
                .with(dstOffsets)
                .with(srcOffsets)
                .with(shape)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.put} with Java's own numbers. */
    public static void put(
            Window dst,
            long peer,
            TensorLike src,
            At dstOffsets,
            At srcOffsets,
            Shape shape,
            Options.OfPut... options) {
        Operation.of("pld.tensor.put")
                .with(dst)
                .with(peer)
                .with(src)
                .with(dstOffsets)
                .with(srcOffsets)
                .with(shape)
                .options((Object[]) options)
                .note();
    }

    /**
     * Copies a peer's slice of a window into memory of this rank.
     *
     * <p>{@code pld.tensor.get}, in an InCore kernel.
     *
     * @param dst memory of this rank to write
     * @param peer rank at the other end
     * @param src the window whose slice on the peer is read
     * @param options {@link Options#chunkRows}, rows to stage at a time; 0 for all, by default
     *     {@code 0}; {@link Options#chunkCols}, columns to stage at a time; 0 for all, by default
     *     {@code 0}; {@link Options#pipeline}, stage through two tiles in turn, by default {@code
     *     False}
     */
    public static void get(TensorLike dst, Scalar peer, Window src, Options.OfGet... options) {
        Operation.of("pld.tensor.get")
                .with(dst)
                .with(peer)
                .with(src)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.get} with Java's own numbers. */
    public static void get(TensorLike dst, long peer, Window src, Options.OfGet... options) {
        Operation.of("pld.tensor.get")
                .with(dst)
                .with(peer)
                .with(src)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.get}. */
    public static void get(
            TensorLike dst,
            Scalar peer,
            Window src,
            At dstOffsets,
            At srcOffsets,
            Shape shape,
            Options.OfGet... options) {
        Operation.of("pld.tensor.get")
                .with(dst)
                .with(peer)
                .with(src)
                .with(dstOffsets)
                .with(srcOffsets)
                .with(shape)
                .options((Object[]) options)
                .note();
    }

    /** {@code pld.tensor.get} with Java's own numbers. */
    public static void get(
            TensorLike dst,
            long peer,
            Window src,
            At dstOffsets,
            At srcOffsets,
            Shape shape,
            Options.OfGet... options) {
        Operation.of("pld.tensor.get")
                .with(dst)
                .with(peer)
                .with(src)
                .with(dstOffsets)
                .with(srcOffsets)
                .with(shape)
                .options((Object[]) options)
                .note();
    }

    /**
     * Deposits a value in one signal cell of a peer, after everything written before.
     *
     * <p>{@code pld.system.notify}, in an InCore kernel.
     *
     * @param target the window that holds the signal cells
     * @param peer rank whose cell changes
     * @param offsets which cell
     * @param value what is added or stored
     * @param op add atomically, or set
     */
    public static void notify(Window target, Scalar peer, At offsets, Scalar value, NotifyOp op) {
        Operation.of("pld.system.notify")
                .with(target)
                .with(peer)
                .with(offsets)
                .with(value)
                .named("op", Operation.literal(op))
                .note();
    }

    /** {@code pld.system.notify} with Java's own numbers. */
    public static void notify(Window target, Scalar peer, At offsets, long value, NotifyOp op) {
        Operation.of("pld.system.notify")
                .with(target)
                .with(peer)
                .with(offsets)
                .with(value)
                .named("op", Operation.literal(op))
                .note();
    }

    /** {@code pld.system.notify} with Java's own numbers. */
    public static void notify(Window target, long peer, At offsets, Scalar value, NotifyOp op) {
        Operation.of("pld.system.notify")
                .with(target)
                .with(peer)
                .with(offsets)
                .with(value)
                .named("op", Operation.literal(op))
                .note();
    }

    /** {@code pld.system.notify} with Java's own numbers. */
    public static void notify(Window target, long peer, At offsets, long value, NotifyOp op) {
        Operation.of("pld.system.notify")
                .with(target)
                .with(peer)
                .with(offsets)
                .with(value)
                .named("op", Operation.literal(op))
                .note();
    }
}
