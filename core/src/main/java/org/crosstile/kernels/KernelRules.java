package org.crosstile.kernels;

import java.util.List;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What a running function is held to, apart from what operators ask. */
public final class KernelRules {
    static final Rule DIVISION_BY_ZERO =
            rule("scalar-division-by-zero", "a divisor must not be zero");
    static final Rule STEP_ZERO = rule("loop-step-zero", "the step of a loop must not be zero");
    static final Rule RANGE_OVERFLOW =
            rule("loop-range-overflow", "a loop's range must end within its integer type");
    static final Rule ARGUMENT_DTYPE =
            rule("argument-dtype", "an argument must have its parameter's element type");
    static final Rule ARGUMENT_SHAPE =
            rule("argument-shape", "an argument must have its parameter's extents");
    static final Rule DIM_CONFLICT =
            rule("dim-conflict", "a dynamic extent must be the same in all arguments");
    static final Rule DIM_UNKNOWN =
            rule("dim-unknown", "a dynamic extent that is used must follow from an argument");
    static final Rule NO_RETURN =
            rule("function-without-return", "a function with results must return on every path");
    static final Rule SIZE =
            Rule.of("program-size", "a program must fit a class file of the Java virtual machine");

    static final Rule SCALAR_DTYPE =
            Rule.of("scalar-dtype", "a scalar must have a type that a core computes with");

    private KernelRules() {}

    private static Rule rule(String id, String headline) {
        return Rule.of(id, Verdict.FAULT, headline);
    }

    /** All of them. */
    public static List<Rule> all() {
        return List.of(
                DIVISION_BY_ZERO,
                STEP_ZERO,
                RANGE_OVERFLOW,
                ARGUMENT_DTYPE,
                ARGUMENT_SHAPE,
                DIM_CONFLICT,
                DIM_UNKNOWN,
                NO_RETURN,
                SIZE,
                SCALAR_DTYPE);
    }
}
