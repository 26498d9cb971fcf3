package org.crosstile.dsl;

/**
 * Something that a program computes. A value knows what it is; its element type and extents are
 * checked when the program is built.
 */
public abstract sealed class Value
        permits TensorLike, Tile, Scalar, Condition, Array, Context, Buffer, TaskId, Result {
    private final Node node;

    Value(Node node) {
        this.node = node;
    }

    final Node node() {
        return node;
    }
}
