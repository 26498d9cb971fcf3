package org.crosstile.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.source.Span;

/** A statement. */
public sealed interface Stmt {
    Span span();

    /** {@code target = value}. */
    record Assign(Var target, Expr value, Span span) implements Stmt {}

    /** {@code a, b = value} for a tuple-typed value. */
    record Unpack(List<Var> targets, Expr value, Span span) implements Stmt {
        public Unpack {
            targets = List.copyOf(targets);
        }
    }

    /** An expression for its effects. */
    record Eval(Expr value, Span span) implements Stmt {}

    /**
     * A conditional. With {@code results}, both branches end in a {@link Yield} of as many values
     * and {@code otherwise} is not empty.
     */
    record If(Expr condition, Block then, Block otherwise, List<Var> results, Span span)
            implements Stmt {
        public If {
            results = List.copyOf(results);
        }
    }

    /** A value carried from one iteration to the next. */
    record Carried(Var var, Expr init) {
        /** The carried variables. */
        public static List<Var> vars(List<Carried> all) {
            List<Var> vars = new ArrayList<>();
            all.forEach(c -> vars.add(c.var));
            return vars;
        }

        /** The values before the first iteration. */
        public static List<Expr> inits(List<Carried> all) {
            List<Expr> inits = new ArrayList<>();
            all.forEach(c -> inits.add(c.init));
            return inits;
        }
    }

    /** How a counted loop's iterations relate. */
    enum LoopKind {
        RANGE("range"),
        PARALLEL("parallel"),
        UNROLL("unroll"),
        PIPELINE("pipeline");

        private final String spelling;

        LoopKind(String spelling) {
            this.spelling = spelling;
        }

        public String spelling() {
            return spelling;
        }
    }

    /**
     * A counted loop. With {@code carried}, the body ends in a {@link Yield} of as many values, and
     * {@code results} name the values after the last iteration (the initial ones if there is none).
     *
     * @param attrs further static keywords ({@code stage} of a pipeline)
     */
    record For(
            Var index,
            Expr start,
            Expr stop,
            Expr step,
            LoopKind kind,
            List<Carried> carried,
            Block body,
            List<Var> results,
            Map<String, Expr> attrs,
            Span span)
            implements Stmt {
        public For {
            carried = List.copyOf(carried);
            results = List.copyOf(results);
            attrs = Map.copyOf(attrs);
        }
    }

    /** A conditional loop; carried values as in {@link For}. */
    record While(Expr condition, List<Carried> carried, Block body, List<Var> results, Span span)
            implements Stmt {
        public While {
            carried = List.copyOf(carried);
            results = List.copyOf(results);
        }
    }

    /** The last statement of a loop body or branch with results. */
    record Yield(List<Expr> values, Span span) implements Stmt {
        public Yield {
            values = List.copyOf(values);
        }
    }

    /** Leaves the function. */
    record Return(List<Expr> values, Span span) implements Stmt {
        public Return {
            values = List.copyOf(values);
        }
    }

    /** Leaves the innermost loop. */
    record Break(Span span) implements Stmt {}

    /** Goes on with the next iteration of the innermost loop. */
    record Continue(Span span) implements Stmt {}

    /** What a {@code with} statement opens. */
    enum ScopeKind {
        AT("pl.at"),
        MANUAL("pl.manual_scope"),
        SPMD("pl.spmd"),
        SPLIT_AIV("pl.split_aiv"),
        CLUSTER("pl.cluster");

        private final String spelling;

        ScopeKind(String spelling) {
            this.spelling = spelling;
        }

        public String spelling() {
            return spelling;
        }
    }

    /**
     * {@code with pl.at(...) as bound:}.
     *
     * @param attrs the keywords as written ({@code level}, {@code role}, {@code name_hint}, {@code
     *     deps}); an unnamed operand is keyed by its position
     */
    record Scope(
            ScopeKind kind, Map<String, Expr> attrs, Optional<Var> bound, Block body, Span span)
            implements Stmt {
        public Scope {
            attrs = Map.copyOf(attrs);
        }
    }
}
