package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.List;

/**
 * Places and extents from any mixture of Java's own integers, symbolic extents and scalars: up to
 * three dimensions; from four on they are all scalars ({@link Dsl#index}).
 */
abstract class Lists {
    Lists() {}

    private static List<Node> nodes(Scalar... items) {
        List<Node> nodes = new ArrayList<>();
        for (Scalar item : items) {
            nodes.add(item.node());
        }
        return nodes;
    }

    /** A place: one index per dimension. */
    public static At at(long i) {
        return new At(nodes(Dsl.index(i)));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i) {
        return new At(nodes(i));
    }

    /** A place: one index per dimension. */
    public static At at(long i, long j) {
        return new At(nodes(Dsl.index(i), Dsl.index(j)));
    }

    /** A place: one index per dimension. */
    public static At at(long i, Scalar j) {
        return new At(nodes(Dsl.index(i), j));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i, long j) {
        return new At(nodes(i, Dsl.index(j)));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i, Scalar j) {
        return new At(nodes(i, j));
    }

    /** A place: one index per dimension. */
    public static At at(long i, long j, long k) {
        return new At(nodes(Dsl.index(i), Dsl.index(j), Dsl.index(k)));
    }

    /** A place: one index per dimension. */
    public static At at(long i, long j, Scalar k) {
        return new At(nodes(Dsl.index(i), Dsl.index(j), k));
    }

    /** A place: one index per dimension. */
    public static At at(long i, Scalar j, long k) {
        return new At(nodes(Dsl.index(i), j, Dsl.index(k)));
    }

    /** A place: one index per dimension. */
    public static At at(long i, Scalar j, Scalar k) {
        return new At(nodes(Dsl.index(i), j, k));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i, long j, long k) {
        return new At(nodes(i, Dsl.index(j), Dsl.index(k)));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i, long j, Scalar k) {
        return new At(nodes(i, Dsl.index(j), k));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i, Scalar j, long k) {
        return new At(nodes(i, j, Dsl.index(k)));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar i, Scalar j, Scalar k) {
        return new At(nodes(i, j, k));
    }

    /** A place: one index per dimension. */
    public static At at(Scalar... all) {
        return new At(nodes(all));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i) {
        return new Shape(nodes(Dsl.index(i)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i) {
        return new Shape(nodes(i));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i, long j) {
        return new Shape(nodes(Dsl.index(i), Dsl.index(j)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i, Scalar j) {
        return new Shape(nodes(Dsl.index(i), j));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i, long j) {
        return new Shape(nodes(i, Dsl.index(j)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i, Scalar j) {
        return new Shape(nodes(i, j));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i, long j, long k) {
        return new Shape(nodes(Dsl.index(i), Dsl.index(j), Dsl.index(k)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i, long j, Scalar k) {
        return new Shape(nodes(Dsl.index(i), Dsl.index(j), k));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i, Scalar j, long k) {
        return new Shape(nodes(Dsl.index(i), j, Dsl.index(k)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(long i, Scalar j, Scalar k) {
        return new Shape(nodes(Dsl.index(i), j, k));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i, long j, long k) {
        return new Shape(nodes(i, Dsl.index(j), Dsl.index(k)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i, long j, Scalar k) {
        return new Shape(nodes(i, Dsl.index(j), k));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i, Scalar j, long k) {
        return new Shape(nodes(i, j, Dsl.index(k)));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar i, Scalar j, Scalar k) {
        return new Shape(nodes(i, j, k));
    }

    /** Extents, one per dimension. */
    public static Shape shape(Scalar... all) {
        return new Shape(nodes(all));
    }
}
