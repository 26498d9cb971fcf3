package org.crosstile.dsl;

/** A plain tensor: one rank's own global memory. */
public sealed class Tensor extends TensorLike permits Tensor.Var {
    Tensor(Node node) {
        super(node);
    }

    @Override
    final Tensor sameKind(Node other) {
        return new Tensor(other);
    }

    /** The part at an index of the first dimension, which it drops: {@code x[i]}. */
    public final Tensor get(long index) {
        return get(Dsl.at(index));
    }

    /** The part at an index of the first dimension, which it drops: {@code x[i]}. */
    public final Tensor get(Scalar index) {
        return get(Dsl.at(index));
    }

    /** The part at indices of the leading dimensions, which it drops: {@code x[i, j]}. */
    public final Tensor get(At indices) {
        return new Tensor(Parts.read(this, indices));
    }

    /** The part between bounds, a pair per leading dimension: {@code x[a:b, c:d]}. */
    public final Tensor get(Range... ranges) {
        return new Tensor(Parts.read(this, ranges));
    }

    /**
     * Writes a tensor or a window into the part between bounds: {@code x[a:b, c:d] = source}.
     * Extents must fit.
     */
    public final void put(TensorLike source, Range... ranges) {
        Parts.write(this, source, ranges);
    }

    /** A variable that holds a tensor. */
    public static final class Var extends Tensor {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Tensor value) {
            Recorder.current().set(this, value);
        }
    }
}
