package org.crosstile.dsl;

/** The communication context of a window: who takes part, and as which rank. */
public sealed class Context extends Value permits Context.Var {
    Context(Node node) {
        super(node);
    }

    /** A variable that holds a communication context. */
    public static final class Var extends Context {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Context value) {
            Recorder.current().set(this, value);
        }
    }
}
