package org.crosstile.kernels;

import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;

/** What generated code calls where a function is entered. */
final class Arguments {
    private Arguments() {}

    /**
     * What a parameter asks of the view that is passed for it.
     *
     * @param shape the extents, -1 where it takes any
     * @param text the parameter's extents as written
     */
    record Parameter(String function, String name, DType dtype, long[] shape, String text) {
        Fault fault(String rule, String headline, String found, String hint) {
            return new Fault(
                    rule,
                    headline,
                    found + ", but `" + name + "` of " + function + " is " + text + " " + dtype,
                    hint);
        }
    }

    /**
     * The argument in the parameter's form. A packed view of another rank but with as many elements
     * is taken under the parameter's extents; a vector for a matrix of any extents is a column.
     */
    static View view(View argument, Parameter parameter) {
        if (argument.dtype() != parameter.dtype()) {
            throw parameter.fault(
                    KernelRules.ARGUMENT_DTYPE.id(),
                    KernelRules.ARGUMENT_DTYPE.headline(),
                    "the argument is " + argument,
                    "");
        }
        long[] shape = parameter.shape();
        if (argument.rank() != shape.length) {
            return reshaped(argument, parameter);
        }
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] >= 0 && shape[i] != argument.dim(i)) {
                throw extents(argument, parameter);
            }
        }
        return argument;
    }

    private static View reshaped(View argument, Parameter parameter) {
        long[] shape = parameter.shape().clone();
        if (argument.rank() == 1 && shape.length == 2 && shape[0] < 0 && shape[1] < 0) {
            shape[1] = 1;
        }
        long known = 1;
        int free = -1;
        for (int i = 0; i < shape.length; i++) {
            if (shape[i] >= 0) {
                known *= shape[i];
            } else if (free >= 0) {
                throw extents(argument, parameter);
            } else {
                free = i;
            }
        }
        long elements = argument.elements();
        if (free >= 0) {
            shape[free] = known == 0 ? 0 : elements / known;
            known *= shape[free];
        }
        if (known != elements || !argument.isPacked()) {
            throw extents(argument, parameter);
        }
        return argument.withShape(shape);
    }

    private static Fault extents(View argument, Parameter parameter) {
        return parameter.fault(
                KernelRules.ARGUMENT_SHAPE.id(),
                KernelRules.ARGUMENT_SHAPE.headline(),
                "the argument is " + argument,
                "pass a view with the parameter's extents, or a packed one with as many elements");
    }

    /** Checks an extent that follows from those of other arguments. */
    static void extent(View argument, int dimension, long expected, Parameter parameter) {
        if (argument.dim(dimension) != expected) {
            throw parameter.fault(
                    KernelRules.DIM_CONFLICT.id(),
                    KernelRules.DIM_CONFLICT.headline(),
                    "the argument is "
                            + argument
                            + " where dimension "
                            + dimension
                            + " should be "
                            + expected,
                    "");
        }
    }

    /** Solves {@code extent = dim * factor}. */
    static long quotient(long extent, long factor, Parameter parameter) {
        if (factor == 0 || extent % factor != 0) {
            throw parameter.fault(
                    KernelRules.DIM_CONFLICT.id(),
                    KernelRules.DIM_CONFLICT.headline(),
                    "the extent " + extent + " of the argument is not a multiple of " + factor,
                    "");
        }
        return extent / factor;
    }

    /** Stands for the value of an extent that has none. */
    static long unknownDim(String name) {
        throw new Fault(
                KernelRules.DIM_UNKNOWN.id(),
                KernelRules.DIM_UNKNOWN.headline(),
                "no argument's extents say what `" + name + "` is",
                "give a parameter the extent `" + name + "`, or set it: --set " + name + "=...");
    }

    static Fault noReturn(String function) {
        return new Fault(
                KernelRules.NO_RETURN.id(),
                KernelRules.NO_RETURN.headline(),
                function + " ended without a return",
                "");
    }

    static int asInt(Object value) {
        return switch (value) {
            case Number n -> n.intValue();
            case Boolean b -> b ? 1 : 0;
            default -> throw notNumber(value);
        };
    }

    static long asLong(Object value) {
        return switch (value) {
            case Number n -> n.longValue();
            case Boolean b -> b ? 1 : 0;
            default -> throw notNumber(value);
        };
    }

    static float asFloat(Object value) {
        return switch (value) {
            case Number n -> n.floatValue();
            case Boolean b -> b ? 1 : 0;
            default -> throw notNumber(value);
        };
    }

    private static IllegalArgumentException notNumber(Object value) {
        return new IllegalArgumentException("a scalar parameter got " + value.getClass().getName());
    }
}
