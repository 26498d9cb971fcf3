package org.crosstile.engine;

/** What a {@link Worker} passes to a parameter of the function that a dispatch starts with. */
public sealed interface Argument permits HostArray, DeviceTensor, Argument.Number {
    /** A scalar. */
    record Number(java.lang.Number value) implements Argument {}

    /** An integer scalar. */
    static Argument of(long value) {
        return new Number(value);
    }

    /** A float scalar. */
    static Argument of(double value) {
        return new Number(value);
    }
}
