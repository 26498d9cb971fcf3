package org.crosstile.memory;

import java.util.Arrays;
import java.util.OptionalLong;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;

/**
 * Arithmetic on whole tensors outside of kernels: the operands are taken into tiles of any size,
 * the result is a tensor of its own.
 */
public final class TensorMath {
    private TensorMath() {}

    /** {@code a op b}, broadcast. */
    public static View binary(Arith op, View a, View b) {
        long[] shape = broadcast(a, b);
        Tile out = tile(a.dtype(), shape);
        TileMath.binary(op, take(stretched(a, shape)), take(stretched(b, shape)), out);
        return give(out, shape);
    }

    /** {@code a op s} for floats. */
    public static View binary(Arith op, View a, float s) {
        Tile out = tile(a.dtype(), a.shape());
        TileMath.binary(op, take(a), s, out);
        return give(out, a.shape());
    }

    /** {@code a op s} for integers. */
    public static View binary(Arith op, View a, long s) {
        Tile out = tile(a.dtype(), a.shape());
        TileMath.binary(op, take(a), s, out);
        return give(out, a.shape());
    }

    /** {@code e^a}. */
    public static View exp(View a) {
        Tile out = tile(a.dtype(), a.shape());
        TileMath.exp(take(a), out);
        return give(out, a.shape());
    }

    /** {@code -a}. */
    public static View neg(View a) {
        Tile out = tile(a.dtype(), a.shape());
        TileMath.neg(take(a), out);
        return give(out, a.shape());
    }

    /** The elements in another type. */
    public static View cast(View a, DType to, CastMode mode) {
        Tile out = tile(to, a.shape());
        Convert.tile(take(a), mode, out);
        return give(out, a.shape());
    }

    /** A tensor of equal floats. */
    public static View full(long[] shape, DType dtype, float value) {
        Tile out = tile(dtype, shape);
        TileMath.full(value, out);
        return give(out, shape);
    }

    /** A tensor of equal integers. */
    public static View full(long[] shape, DType dtype, long value) {
        Tile out = tile(dtype, shape);
        TileMath.full(value, out);
        return give(out, shape);
    }

    /** Two dimensions exchanged, in memory of its own. */
    public static View transpose(View a, int axis1, int axis2) {
        long[] shape = a.shape().clone();
        long[] stride = new long[shape.length];
        for (int i = 0; i < shape.length; i++) {
            int from = i == axis1 ? axis2 : i == axis2 ? axis1 : i;
            shape[i] = a.dim(from);
            stride[i] = a.stride(from);
        }
        View swapped = a.restrided(a.offset(), shape, stride);
        return give(take(swapped), shape);
    }

    private static Tile tile(DType dtype, long[] shape) {
        int last = shape.length - 1;
        OptionalLong all = Sizes.product(shape);
        OptionalLong rows = Sizes.product(Arrays.copyOf(shape, last));
        if (all.isEmpty()
                || rows.isEmpty()
                || Math.max(all.getAsLong(), Math.max(rows.getAsLong(), shape[last]))
                        > Integer.MAX_VALUE) {
            throw Sizes.impossible(dtype, shape);
        }
        return Tile.allocate(dtype, (int) rows.getAsLong(), (int) shape[last]);
    }

    private static Tile take(View view) {
        Tile tile = tile(view.dtype(), view.shape());
        Transfer.load(view, new long[view.rank()], view.shape(), tile);
        return tile;
    }

    private static View give(Tile tile, long[] shape) {
        View view = View.zeros(tile.dtype(), shape);
        Transfer.store(tile, view, new long[shape.length], shape);
        return view;
    }

    private static long[] broadcast(View a, View b) {
        long[] shape = new long[Math.max(a.rank(), b.rank())];
        for (int i = 0; i < shape.length; i++) {
            shape[i] = Math.max(extent(a, shape.length, i), extent(b, shape.length, i));
        }
        return shape;
    }

    private static long extent(View view, int rank, int i) {
        int at = i - (rank - view.rank());
        return at < 0 ? 1 : view.dim(at);
    }

    /** A view that repeats what has extent 1, by strides of 0. */
    private static View stretched(View view, long[] shape) {
        long[] stride = new long[shape.length];
        for (int i = 0; i < shape.length; i++) {
            int at = i - (shape.length - view.rank());
            stride[i] = at < 0 || view.dim(at) == 1 ? 0 : view.stride(at);
        }
        return view.restrided(view.offset(), shape, stride);
    }
}
