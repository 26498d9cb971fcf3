package org.crosstile.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;

/**
 * Writes statements in SSA form, one after the other. Loops and branches are written by callbacks,
 * so that a lowering reads like the program that it writes. All statements carry the builder's
 * span.
 */
public final class Builder {
    /** Thrown by {@link #fail}: a user error that ends one call's lowering. */
    public static final class Failure extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Problem problem;

        private Failure(Problem problem) {
            super(problem.headline(), null, false, false);
            this.problem = problem;
        }

        public Problem problem() {
            return problem;
        }
    }

    private final Span span;
    private final NameSource names;
    private List<Stmt> statements = new ArrayList<>();

    public Builder(Span span, NameSource names) {
        this.span = span;
        this.names = names;
    }

    /** Gives variables names that are unique in a function. */
    public static final class NameSource {
        private final Set<String> used = new HashSet<>();
        private final Map<String, Integer> last = new HashMap<>();

        /** Reserves a name, and gives {@code hint}, {@code hint_1}, ... whichever is free. */
        public String fresh(String hint) {
            String name = hint;
            while (!used.add(name)) {
                name = hint + "_" + last.merge(hint, 1, Integer::sum);
            }
            return name;
        }
    }

    public Span span() {
        return span;
    }

    /** The statements written so far. */
    public Block block() {
        return new Block(statements);
    }

    /**
     * Ends the lowering because a call that it writes breaks rules. That is the user's error where
     * what the call is given has become a constant on the way.
     */
    static Failure refused(List<Problem> found, Span span) {
        Problem first = found.getFirst().within(span);
        Problem.Label label = first.primary();
        return new Failure(
                new Problem(
                        first.rule(),
                        first.severity(),
                        first.headline(),
                        label.span().isNone() ? new Problem.Label(span, label.text()) : label,
                        first.secondary(),
                        first.notes(),
                        first.hint()));
    }

    /** Ends the lowering with a user error. */
    public Failure fail(Problem problem) {
        return new Failure(problem);
    }

    /** A fresh variable that no statement defines yet. */
    public Var fresh(String hint, Type type) {
        return new Var(names.fresh(hint), type, span);
    }

    /** Binds a value to a fresh variable; variables and constants stay as they are. */
    public Expr let(String hint, Expr value) {
        if (value instanceof Var || value instanceof Expr.Const || value instanceof Dim) {
            return value;
        }
        Var target = fresh(hint, value.type());
        add(new Stmt.Assign(target, value, span));
        return target;
    }

    /** Binds the result of an operator to a fresh variable. */
    public Expr let(String hint, Op op, Expr... operands) {
        return let(hint, op.call(span, operands));
    }

    /** An operator for its effects. */
    public void run(Op op, Expr... operands) {
        add(new Stmt.Eval(op.call(span, operands), span));
    }

    public void add(Stmt statement) {
        statements.add(statement);
    }

    /** {@code for hint in range(start, stop, step)}. */
    public void loop(String hint, Expr start, Expr stop, Expr step, Consumer<Expr> body) {
        loop(
                hint,
                start,
                stop,
                step,
                List.of(),
                (index, none) -> {
                    body.accept(index);
                    return List.of();
                });
    }

    /** {@code for hint in range(n)}. */
    public void loop(String hint, Expr n, Consumer<Expr> body) {
        loop(hint, Exprs.index(0), n, Exprs.index(1), body);
    }

    /** A loop with carried values; gives the values after the loop. */
    public List<Expr> loop(
            String hint,
            Expr start,
            Expr stop,
            Expr step,
            List<Expr> inits,
            BiFunction<Expr, List<Expr>, List<Expr>> body) {
        Var index = fresh(hint, Type.INDEX);
        List<Stmt.Carried> carried = new ArrayList<>();
        for (Expr init : inits) {
            carried.add(new Stmt.Carried(fresh("carried", init.type()), init));
        }
        List<Expr> inner = new ArrayList<>();
        carried.forEach(c -> inner.add(c.var()));
        Block written = within(() -> yieldAll(body.apply(index, inner)));
        List<Var> results = results(inner);
        add(
                new Stmt.For(
                        index,
                        start,
                        stop,
                        step,
                        Stmt.LoopKind.RANGE,
                        carried,
                        written,
                        results,
                        Map.of(),
                        span));
        return List.copyOf(results);
    }

    /** {@code if condition: then}. */
    public void when(Expr condition, Runnable then) {
        add(new Stmt.If(condition, within(then), Block.EMPTY, List.of(), span));
    }

    /** {@code if condition: then}, {@code else: otherwise}. */
    public void when(Expr condition, Runnable then, Runnable otherwise) {
        add(new Stmt.If(condition, within(then), within(otherwise), List.of(), span));
    }

    /** A conditional with values. */
    public List<Expr> choose(
            Expr condition, Supplier<List<Expr>> then, Supplier<List<Expr>> otherwise) {
        List<List<Expr>> values = new ArrayList<>();
        Block first =
                within(() -> {
                    values.add(then.get());
                    yieldAll(values.getFirst());
                });
        Block second = within(() -> yieldAll(otherwise.get()));
        List<Var> results = results(values.getFirst());
        add(new Stmt.If(condition, first, second, results, span));
        return List.copyOf(results);
    }

    private List<Var> results(List<Expr> like) {
        List<Var> results = new ArrayList<>();
        like.forEach(e -> results.add(fresh("out", e.type())));
        return results;
    }

    private void yieldAll(List<Expr> values) {
        if (!values.isEmpty()) {
            add(new Stmt.Yield(values, span));
        }
    }

    private Block within(Runnable body) {
        List<Stmt> outer = statements;
        statements = new ArrayList<>();
        body.run();
        Block written = new Block(statements);
        statements = outer;
        return written;
    }
}
