package org.crosstile.dsl;

import java.util.Map;
import org.crosstile.model.Stmt;

/** Counted loops. Bounds are Java's own integers or scalars of the program, in any mixture. */
abstract class Loops extends Lists {
    Loops() {}

    /** {@code for i in pl.range(stop)}; {@link Loop#each} says what it does. */
    public static Loop range(long stop) {
        return new Loop(Stmt.LoopKind.RANGE, Dsl.index(0), Dsl.index(stop), Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.range(stop)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar stop) {
        return new Loop(Stmt.LoopKind.RANGE, Dsl.index(0), stop, Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.range(start, stop)}; {@link Loop#each} says what it does. */
    public static Loop range(long start, long stop) {
        return new Loop(
                Stmt.LoopKind.RANGE, Dsl.index(start), Dsl.index(stop), Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.range(start, stop)}; {@link Loop#each} says what it does. */
    public static Loop range(long start, Scalar stop) {
        return new Loop(Stmt.LoopKind.RANGE, Dsl.index(start), stop, Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.range(start, stop)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar start, long stop) {
        return new Loop(Stmt.LoopKind.RANGE, start, Dsl.index(stop), Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.range(start, stop)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar start, Scalar stop) {
        return new Loop(Stmt.LoopKind.RANGE, start, stop, Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(long start, long stop, long step) {
        return new Loop(
                Stmt.LoopKind.RANGE, Dsl.index(start), Dsl.index(stop), Dsl.index(step), Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(long start, long stop, Scalar step) {
        return new Loop(Stmt.LoopKind.RANGE, Dsl.index(start), Dsl.index(stop), step, Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(long start, Scalar stop, long step) {
        return new Loop(Stmt.LoopKind.RANGE, Dsl.index(start), stop, Dsl.index(step), Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(long start, Scalar stop, Scalar step) {
        return new Loop(Stmt.LoopKind.RANGE, Dsl.index(start), stop, step, Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar start, long stop, long step) {
        return new Loop(Stmt.LoopKind.RANGE, start, Dsl.index(stop), Dsl.index(step), Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar start, long stop, Scalar step) {
        return new Loop(Stmt.LoopKind.RANGE, start, Dsl.index(stop), step, Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar start, Scalar stop, long step) {
        return new Loop(Stmt.LoopKind.RANGE, start, stop, Dsl.index(step), Map.of());
    }

    /** {@code for i in pl.range(start, stop, step)}; {@link Loop#each} says what it does. */
    public static Loop range(Scalar start, Scalar stop, Scalar step) {
        return new Loop(Stmt.LoopKind.RANGE, start, stop, step, Map.of());
    }

    /** {@code for i in pl.parallel(stop)}: iterations do not depend on each other. */
    public static Loop parallel(long stop) {
        return parallel(Dsl.index(stop));
    }

    /** {@code for i in pl.parallel(stop)}: iterations do not depend on each other. */
    public static Loop parallel(Scalar stop) {
        Scalar zero = Dsl.index(0);
        return new Loop(Stmt.LoopKind.PARALLEL, zero, stop, Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.unroll(times)}: the body is repeated when the program is compiled. */
    public static Loop unroll(long times) {
        Scalar zero = Dsl.index(0);
        Scalar stop = Dsl.index(times);
        return new Loop(Stmt.LoopKind.UNROLL, zero, stop, Dsl.index(1), Map.of());
    }

    /** {@code for i in pl.pipeline(stop, stage=stages)}: stages of iterations overlap. */
    public static Loop pipeline(Scalar stop, long stages) {
        Map<String, Node> attrs = Map.of("stage", Dsl.index(stages).node());
        Scalar zero = Dsl.index(0);
        return new Loop(Stmt.LoopKind.PIPELINE, zero, stop, Dsl.index(1), attrs);
    }
}
