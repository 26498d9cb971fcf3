package org.crosstile.dsl;

/** A tensor in global memory: a plain one, or a view of a window. */
public abstract sealed class TensorLike extends Value permits Tensor, Window {
    TensorLike(Node node) {
        super(node);
    }

    /** Another value of the same kind. */
    abstract TensorLike sameKind(Node other);

    /** A value of the same kind as {@code like}: what an operator that keeps the kind gives. */
    @SuppressWarnings("unchecked") // a window gives a window, a tensor a tensor
    static <T extends TensorLike> T like(T like, Node node) {
        return (T) like.sameKind(node);
    }
}
