package org.crosstile.dsl;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.crosstile.model.Stmt;

/** Variables, parts of tensors, branches and loops. */
abstract class Statements extends Lists {
    private static final Runnable NOTHING = () -> {};
    private static final String INDEX = "i";

    Statements() {}

    // Variables

    /** {@code name = value}. */
    public static Tile.Var let(String name, Tile value) {
        return new Tile.Var(Recorder.current().let(name, value));
    }

    /** {@code name = value}. */
    public static Tensor.Var let(String name, Tensor value) {
        return new Tensor.Var(Recorder.current().let(name, value));
    }

    /** {@code name = value}. */
    public static Window.Var let(String name, Window value) {
        return new Window.Var(Recorder.current().let(name, value));
    }

    /** {@code name = value}. */
    public static Scalar.Var let(String name, Scalar value) {
        return new Scalar.Var(Recorder.current().let(name, value));
    }

    /** {@code name = value}, an integer of type INDEX. */
    public static Scalar.Var let(String name, long value) {
        return let(name, Dsl.index(value));
    }

    /** {@code name = value}. */
    public static Condition.Var let(String name, Condition value) {
        return new Condition.Var(Recorder.current().let(name, value));
    }

    /** {@code name = value}. */
    public static Array.Var let(String name, Array value) {
        return new Array.Var(Recorder.current().let(name, value));
    }

    /** {@code name = value}. */
    public static Context.Var let(String name, Context value) {
        return new Context.Var(Recorder.current().let(name, value));
    }

    // Parts of tensors

    /** From one index to before another: {@code low:high}. */
    public static Range from(long low, long high) {
        return from(Dsl.index(low), Dsl.index(high));
    }

    /** From one index to before another: {@code low:high}. */
    public static Range from(Scalar low, Scalar high) {
        return new Range(Optional.of(low), Optional.of(high));
    }

    /** All of a dimension: {@code :}. */
    public static Range all() {
        return new Range(Optional.empty(), Optional.empty());
    }

    // Statements

    /** {@code return values}; a function may return early, in a branch. */
    public static void returns(Value... values) {
        Recorder.current().returns(List.of(values).stream().map(Value::node).toList());
    }

    /** {@code if condition: then}. */
    public static void when(Condition condition, Runnable then) {
        when(condition, then, NOTHING);
    }

    /** {@code if condition: then, else: otherwise}. */
    public static void when(Condition condition, Runnable then, Runnable otherwise) {
        Recorder.current().branch(condition.node(), then, otherwise);
    }

    /** {@code for i in pl.range(stop)}. */
    public static void range(long stop, Consumer<Scalar> body) {
        range(Dsl.index(stop), body);
    }

    /** {@code for i in pl.range(stop)}. */
    public static void range(Scalar stop, Consumer<Scalar> body) {
        range(INDEX, Dsl.index(0), stop, Dsl.index(1), body);
    }

    /** {@code for i in pl.range(start, stop)}. */
    public static void range(long start, long stop, Consumer<Scalar> body) {
        range(start, stop, 1, body);
    }

    /** {@code for i in pl.range(start, stop, step)}. */
    public static void range(long start, long stop, long step, Consumer<Scalar> body) {
        range(INDEX, Dsl.index(start), Dsl.index(stop), Dsl.index(step), body);
    }

    /** {@code for i in pl.range(start, stop, step)}. */
    public static void range(Scalar start, Scalar stop, Scalar step, Consumer<Scalar> body) {
        range(INDEX, start, stop, step, body);
    }

    /** {@code for name in pl.range(stop)}: the name is for readers of the text form. */
    public static void range(String name, long stop, Consumer<Scalar> body) {
        range(name, Dsl.index(stop), body);
    }

    /** {@code for name in pl.range(stop)}: the name is for readers of the text form. */
    public static void range(String name, Scalar stop, Consumer<Scalar> body) {
        range(name, Dsl.index(0), stop, Dsl.index(1), body);
    }

    /** {@code for name in pl.range(start, stop, step)}: the name is for readers of the text form. */
    public static void range(
            String name, Scalar start, Scalar stop, Scalar step, Consumer<Scalar> body) {
        loop(Stmt.LoopKind.RANGE, name, start, stop, step, Map.of(), body);
    }

    /** {@code for i in pl.parallel(stop)}: iterations do not depend on each other. */
    public static void parallel(long stop, Consumer<Scalar> body) {
        parallel(Dsl.index(stop), body);
    }

    /** {@code for i in pl.parallel(stop)}: iterations do not depend on each other. */
    public static void parallel(Scalar stop, Consumer<Scalar> body) {
        Scalar zero = Dsl.index(0);
        loop(Stmt.LoopKind.PARALLEL, INDEX, zero, stop, Dsl.index(1), Map.of(), body);
    }

    /** {@code for i in pl.unroll(times)}: the body is repeated when the program is compiled. */
    public static void unroll(long times, Consumer<Scalar> body) {
        Scalar zero = Dsl.index(0);
        Scalar stop = Dsl.index(times);
        loop(Stmt.LoopKind.UNROLL, INDEX, zero, stop, Dsl.index(1), Map.of(), body);
    }

    /** {@code for i in pl.pipeline(stop, stage=stages)}: stages of iterations overlap. */
    public static void pipeline(Scalar stop, long stages, Consumer<Scalar> body) {
        Map<String, Node> attrs = Map.of("stage", Dsl.index(stages).node());
        Scalar zero = Dsl.index(0);
        loop(Stmt.LoopKind.PIPELINE, INDEX, zero, stop, Dsl.index(1), attrs, body);
    }

    private static void loop(
            Stmt.LoopKind kind,
            String name,
            Scalar start,
            Scalar stop,
            Scalar step,
            Map<String, Node> attrs,
            Consumer<Scalar> body) {
        List<Node> bounds = List.of(start.node(), stop.node(), step.node());
        Recorder.current().loop(kind, name, bounds, attrs, body);
    }

    /** {@code while condition: body}. The condition is computed before every iteration. */
    public static void whileTrue(Supplier<Condition> condition, Runnable body) {
        Recorder.current().whileLoop(condition, body);
    }

    /** {@code break}: leaves the innermost loop. */
    public static void leaveLoop() {
        Recorder.current().jump(true);
    }

    /** {@code continue}: goes on with the next iteration of the innermost loop. */
    public static void nextIteration() {
        Recorder.current().jump(false);
    }
}
