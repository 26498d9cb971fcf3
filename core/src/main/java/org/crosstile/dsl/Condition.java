package org.crosstile.dsl;

/** A truth value. */
public sealed class Condition extends Value permits Condition.Var {
    Condition(Node node) {
        super(node);
    }

    /** True if both are. */
    public final Condition and(Condition other) {
        return Calculation.logic("and", this, other);
    }

    /** True if one of both is. */
    public final Condition or(Condition other) {
        return Calculation.logic("or", this, other);
    }

    /** True if this is not. */
    public final Condition not() {
        return Calculation.not(this);
    }

    /** A variable that holds a truth value. */
    public static final class Var extends Condition {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Condition value) {
            Recorder.current().set(this, value);
        }
    }
}
