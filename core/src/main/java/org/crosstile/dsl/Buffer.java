package org.crosstile.dsl;

/** The handle of a window allocation. */
public sealed class Buffer extends Value permits Buffer.Var {
    Buffer(Node node) {
        super(node);
    }

    /** A variable that holds a handle. */
    public static final class Var extends Buffer {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Buffer value) {
            Recorder.current().set(this, value);
        }
    }
}
