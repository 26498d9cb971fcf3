package org.crosstile.abi;

/** Element-wise reductions of the collectives. */
public enum ReduceOp implements Coded {
    Sum,
    Max,
    Min,
    Prod;

    /** One step of the reduction, before rounding to the element type. */
    public double apply(double a, double b) {
        return switch (this) {
            case Sum -> a + b;
            case Max -> Math.max(a, b);
            case Min -> Math.min(a, b);
            case Prod -> a * b;
        };
    }
}
