package org.crosstile.dsl;

/** A private array of integers in a core's scalar memory. */
public sealed class Array extends Value permits Array.Var {
    Array(Node node) {
        super(node);
    }

    /** An element: {@code a[i]}. */
    public final Scalar get(long index) {
        return Pl.arrayRead(this, index);
    }

    /** An element: {@code a[i]}. */
    public final Scalar get(Scalar index) {
        return Pl.arrayRead(this, index);
    }

    /** A variable that holds an array. */
    public static final class Var extends Array {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Array value) {
            Recorder.current().set(this, value);
        }

        /** Changes an element: {@code a[i] = v}. */
        public void set(long index, long value) {
            set(Pl.arrayUpdate(this, index, value));
        }

        /** Changes an element: {@code a[i] = v}. */
        public void set(long index, Scalar value) {
            set(Pl.arrayUpdate(this, index, value));
        }

        /** Changes an element: {@code a[i] = v}. */
        public void set(Scalar index, long value) {
            set(Pl.arrayUpdate(this, index, value));
        }

        /** Changes an element: {@code a[i] = v}. */
        public void set(Scalar index, Scalar value) {
            set(Pl.arrayUpdate(this, index, value));
        }
    }
}
