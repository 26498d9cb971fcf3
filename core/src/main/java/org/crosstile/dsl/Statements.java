package org.crosstile.dsl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.source.Span;

/** Variables, parts of tensors, branches, scopes and loops with a condition. */
abstract class Statements extends Loops {
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

    /** {@code if condition}; {@link Branch#then} says what happens then. */
    public static Branch when(Condition condition) {
        return new Branch(condition);
    }

    /**
     * {@code with pl.at(level=pl.Level.CORE_GROUP, name_hint=name)}: a task of a chip
     * orchestration; {@link TaskScope#run} says what it does.
     */
    public static TaskScope task(String name) {
        return new TaskScope(name);
    }

    /**
     * {@code for core in pl.split_aiv(cores, mode=mode)}: a part of a kernel that the vector cores
     * of a core group carry out at once; {@link Copies#each} says what each does.
     */
    public static Copies splitAiv(long cores, SplitMode mode) {
        Map<String, Node> attrs = new LinkedHashMap<>();
        attrs.put("0", Operation.literal(cores));
        attrs.put("mode", Operation.literal(mode));
        return new Copies(Stmt.ScopeKind.SPLIT_AIV, attrs);
    }

    /** {@code for core in pl.spmd(cores)}: a task that several cores carry out at once. */
    public static Copies spmd(long cores) {
        Map<String, Node> attrs = Map.of("0", Operation.literal(cores));
        return new Copies(Stmt.ScopeKind.SPMD, attrs);
    }

    /** The name of no task, {@code None}: to wait for it is not to wait. */
    public static TaskId noTask() {
        return new TaskId(new Node.Literal(new Expr.None(Span.NONE)));
    }

    /** {@code name = value}. */
    public static TaskId.Var let(String name, TaskId value) {
        return new TaskId.Var(Recorder.current().let(name, value));
    }

    /**
     * {@code with pl.at(level=pl.Level.CHIP, role=pl.Role.Orchestrator)}: in a host orchestrator.
     */
    public static void onChip(Runnable body) {
        Map<String, Node> attrs = new LinkedHashMap<>();
        attrs.put("level", Operation.literal(Function.Level.CHIP));
        attrs.put("role", Operation.literal(Function.Role.Orchestrator));
        Recorder.current().scope(Stmt.ScopeKind.AT, attrs, "", body, Recorder.current().place());
    }

    /** {@code with pl.manual_scope()}: tasks depend on each other only as they say. */
    public static void manualScope(Runnable body) {
        Recorder.current()
                .scope(Stmt.ScopeKind.MANUAL, Map.of(), "", body, Recorder.current().place());
    }

    /**
     * {@code while condition}; {@link Repetition#repeat} says what it does. The condition is
     * computed before every iteration.
     */
    public static Repetition whileTrue(Supplier<Condition> condition) {
        return new Repetition(condition);
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
