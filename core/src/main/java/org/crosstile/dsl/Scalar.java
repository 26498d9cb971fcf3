package org.crosstile.dsl;

/**
 * A number. Both operands of an operation are integers, or both are floats; the wider type wins,
 * and INDEX, the type of loop indices and of Java's own integers, wins over all other integers.
 */
public sealed class Scalar extends Value permits Scalar.Var, Dim {
    Scalar(Node node) {
        super(node);
    }

    /** The sum: {@code a + b}. */
    public final Scalar plus(Scalar other) {
        return Calculation.arithmetic("+", this, other);
    }

    /** The sum: {@code a + b}. */
    public final Scalar plus(long other) {
        return plus(Dsl.index(other));
    }

    /** The difference: {@code a - b}. */
    public final Scalar minus(Scalar other) {
        return Calculation.arithmetic("-", this, other);
    }

    /** The difference: {@code a - b}. */
    public final Scalar minus(long other) {
        return minus(Dsl.index(other));
    }

    /** The product: {@code a * b}. */
    public final Scalar times(Scalar other) {
        return Calculation.arithmetic("*", this, other);
    }

    /** The product: {@code a * b}. */
    public final Scalar times(long other) {
        return times(Dsl.index(other));
    }

    /** The quotient of two integers, rounded down: {@code a // b}. */
    public final Scalar floorDiv(Scalar other) {
        return Calculation.arithmetic("//", this, other);
    }

    /** The quotient of two integers, rounded down: {@code a // b}. */
    public final Scalar floorDiv(long other) {
        return floorDiv(Dsl.index(other));
    }

    /** The remainder of {@link #floorDiv}: not negative for a positive divisor: {@code a % b}. */
    public final Scalar mod(Scalar other) {
        return Calculation.arithmetic("%", this, other);
    }

    /** The remainder of {@link #floorDiv}: not negative for a positive divisor: {@code a % b}. */
    public final Scalar mod(long other) {
        return mod(Dsl.index(other));
    }

    /** The quotient of two floats: {@code a / b}. */
    public final Scalar div(Scalar other) {
        return Calculation.arithmetic("/", this, other);
    }

    /** The quotient of two floats: {@code a / b}. */
    public final Scalar div(long other) {
        return div(Dsl.index(other));
    }

    /** The number with the opposite sign. */
    public final Scalar negate() {
        return Calculation.negate(this);
    }

    /** Whether this is equal: {@code a == b}. */
    public final Condition eq(Scalar other) {
        return Calculation.comparison("==", this, other);
    }

    /** Whether this is equal: {@code a == b}. */
    public final Condition eq(long other) {
        return eq(Dsl.index(other));
    }

    /** Whether this is not equal: {@code a != b}. */
    public final Condition ne(Scalar other) {
        return Calculation.comparison("!=", this, other);
    }

    /** Whether this is not equal: {@code a != b}. */
    public final Condition ne(long other) {
        return ne(Dsl.index(other));
    }

    /** Whether this is less: {@code a < b}. */
    public final Condition lt(Scalar other) {
        return Calculation.comparison("<", this, other);
    }

    /** Whether this is less: {@code a < b}. */
    public final Condition lt(long other) {
        return lt(Dsl.index(other));
    }

    /** Whether this is less or equal: {@code a <= b}. */
    public final Condition le(Scalar other) {
        return Calculation.comparison("<=", this, other);
    }

    /** Whether this is less or equal: {@code a <= b}. */
    public final Condition le(long other) {
        return le(Dsl.index(other));
    }

    /** Whether this is greater: {@code a > b}. */
    public final Condition gt(Scalar other) {
        return Calculation.comparison(">", this, other);
    }

    /** Whether this is greater: {@code a > b}. */
    public final Condition gt(long other) {
        return gt(Dsl.index(other));
    }

    /** Whether this is greater or equal: {@code a >= b}. */
    public final Condition ge(Scalar other) {
        return Calculation.comparison(">=", this, other);
    }

    /** Whether this is greater or equal: {@code a >= b}. */
    public final Condition ge(long other) {
        return ge(Dsl.index(other));
    }

    /** A variable that holds a number. */
    public static final class Var extends Scalar {
        Var(Node node) {
            super(node);
        }

        /** Assigns another value: {@code name = value} in the text form. The type must stay. */
        public void set(Scalar value) {
            Recorder.current().set(this, value);
        }

        /** Assigns an integer of type INDEX. */
        public void set(long value) {
            set(Dsl.index(value));
        }
    }
}
