package org.crosstile.dsl;

import org.crosstile.abi.DType;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.source.Span;

/**
 * Programs, functions, parameters, statements and constants. To be imported statically, with {@link
 * Pl} and {@link Pld} for the operators:
 *
 * <pre>{@code
 * Program hello = program("hello", () -> {
 *     Fn kernel = kernel("kernel", () -> {
 *         Tensor x = in("x", tensor(FP32, 8, 16));
 *         Tensor y = out("y", tensor(FP32, 8, 16));
 *         Tile tile = Pl.load(x, at(0, 0), shape(8, 16));
 *         returns(Pl.store(Pl.add(tile, 1.0), at(0, 0), y));
 *     });
 *     chip("chip", () -> {
 *         Tensor x = in("x", tensor(FP32, 8, 16));
 *         Tensor y = out("y", tensor(FP32, 8, 16));
 *         returns(kernel.call(x, y));
 *     });
 * });
 * }</pre>
 *
 * <p>The code of a program runs once, when the program is built. What it calls here is noted in the
 * order in which it runs, and happens in that order when the program runs. A Java loop repeats
 * statements while the program is built, {@link #range} makes a loop of the program.
 *
 * <p>A value that is used once, right behind the place where it was computed, becomes a part of the
 * larger expression, as in a nested call; a value that is used later or more than once becomes a
 * variable. {@link #let(String, Tile)} makes a variable in any case and gives it a name. Only
 * variables and parameters change, by {@code set}: also in loops and branches, whose assignments
 * are seen behind them.
 */
public final class Dsl extends Statements {
    private Dsl() {}

    // Programs and functions

    /**
     * Builds a program.
     *
     * @param functions calls {@link #kernel}, {@link #chip} and {@link #host}; callees come first
     * @throws DslException if the program breaks rules
     */
    public static Program program(String name, Runnable functions) {
        return Recorder.build(name, functions);
    }

    /** A kernel, {@code @pl.jit.incore}: works on tiles in a core. */
    public static Fn kernel(String name, Runnable body) {
        return function(
                name, Function.Kind.InCore, Function.Level.CHIP_DIE, Function.Role.SubWorker, body);
    }

    /** An orchestration of one chip, {@code @pl.jit}: calls kernels. */
    public static Fn chip(String name, Runnable body) {
        return function(
                name,
                Function.Kind.Orchestration,
                Function.Level.CHIP,
                Function.Role.Orchestrator,
                body);
    }

    /** A host orchestrator, {@code @pl.jit.host}: allocates windows, dispatches to devices. */
    public static Fn host(String name, Runnable body) {
        return function(
                name, Function.Kind.Opaque, Function.Level.HOST, Function.Role.Orchestrator, body);
    }

    /**
     * A function of the host that is Java: what it does is bound to its name when the program runs.
     *
     * @param parameters declares them, and nothing else
     */
    public static Fn subWorker(String name, Runnable parameters) {
        return function(
                name,
                Function.Kind.Opaque,
                Function.Level.HOST,
                Function.Role.SubWorker,
                parameters);
    }

    private static Fn function(
            String name,
            Function.Kind kind,
            Function.Level level,
            Function.Role role,
            Runnable body) {
        Recorder recorder = Recorder.current();
        recorder.function(new Header(name, kind, level, role, recorder.place()), body);
        return new Fn(name);
    }

    // Parameters

    /** {@code pl.Tensor[[extents], dtype]}. */
    public static ValueType.OfTensor tensor(DType dtype, long... extents) {
        return new ValueType.OfTensor(dtype, extents(extents));
    }

    /** {@code pl.Tensor[[extents], dtype]}, some of them symbolic. */
    public static ValueType.OfTensor tensor(DType dtype, Shape shape) {
        return new ValueType.OfTensor(dtype, shape);
    }

    /** {@code pld.DistributedTensor[[extents], dtype]}. */
    public static ValueType.OfWindow window(DType dtype, long... extents) {
        return new ValueType.OfWindow(dtype, extents(extents));
    }

    /** {@code pld.DistributedTensor[[extents], dtype]}, some of them symbolic. */
    public static ValueType.OfWindow window(DType dtype, Shape shape) {
        return new ValueType.OfWindow(dtype, shape);
    }

    /** {@code pl.Scalar[dtype]}. */
    public static ValueType.OfScalar scalar(DType dtype) {
        return new ValueType.OfScalar(dtype);
    }

    private static Shape extents(long... extents) {
        Scalar[] all = new Scalar[extents.length];
        for (int i = 0; i < all.length; i++) {
            all[i] = index(extents[i]);
        }
        return shape(all);
    }

    /** A parameter that is read. */
    public static Tensor.Var in(String name, ValueType.OfTensor type) {
        return new Tensor.Var(parameter(name, type, Function.Direction.IN));
    }

    /** A parameter that is read, or whose cells are notified. */
    public static Window.Var in(String name, ValueType.OfWindow type) {
        return new Window.Var(parameter(name, type, Function.Direction.IN));
    }

    /** A number. */
    public static Scalar.Var in(String name, ValueType.OfScalar type) {
        return new Scalar.Var(parameter(name, type, Function.Direction.IN));
    }

    /** A parameter that is written: {@code pl.Out[...]}. */
    public static Tensor.Var out(String name, ValueType.OfTensor type) {
        return new Tensor.Var(parameter(name, type, Function.Direction.OUT));
    }

    /** A parameter that is written: {@code pl.Out[...]}. */
    public static Window.Var out(String name, ValueType.OfWindow type) {
        return new Window.Var(parameter(name, type, Function.Direction.OUT));
    }

    /** A parameter that is read and written: {@code pl.InOut[...]}. */
    public static Tensor.Var inOut(String name, ValueType.OfTensor type) {
        return new Tensor.Var(parameter(name, type, Function.Direction.INOUT));
    }

    /** A parameter that is read and written: {@code pl.InOut[...]}. */
    public static Window.Var inOut(String name, ValueType.OfWindow type) {
        return new Window.Var(parameter(name, type, Function.Direction.INOUT));
    }

    private static Node parameter(String name, ValueType type, Function.Direction direction) {
        return Recorder.current().parameter(name, type, direction);
    }

    // Constants

    /** A symbolic extent, {@code pl.dynamic(name)}. */
    public static Dim dynamic(String name) {
        return new Dim(new Node.Literal(new org.crosstile.model.Dim(name, Span.NONE)));
    }

    /** An integer as it stands in a program: of type INDEX. */
    public static Scalar index(long value) {
        return new Scalar(new Node.Literal(new Expr.Int(value, DType.INDEX, Span.NONE)));
    }

    /** A float as it stands in a program: of type FP32. */
    public static Scalar real(double value) {
        return new Scalar(new Node.Literal(new Expr.Real(value, DType.FP32, Span.NONE)));
    }

    /**
     * An integer of another type, {@code pl.const(value, dtype)}.
     *
     * @throws IllegalArgumentException if it does not fit
     */
    public static Scalar constant(long value, DType dtype) {
        if (dtype.isFloat()) {
            return new Scalar(new Node.Literal(new Expr.Real(value, dtype, Span.NONE)));
        }
        if (!dtype.isInteger() || dtype.wrap(value) != value) {
            throw new IllegalArgumentException(value + " is no " + dtype);
        }
        return new Scalar(new Node.Literal(new Expr.Int(value, dtype, Span.NONE)));
    }
}
