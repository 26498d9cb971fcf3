package org.crosstile.lower;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;
import org.jspecify.annotations.Nullable;

/** {@link ConvertToSSA} of one function. */
final class SsaBuilder {
    private final Function f;
    private final Problems problems;
    private final Liveness liveness;
    private final Map<Var, Span> doubtful;
    private final Unset unset;
    private final Set<Var> reported = new HashSet<>();
    private final NameSource names = new NameSource();
    private final Current current = new Current();
    private Map<Var, Expr> now = new HashMap<>();
    private List<Stmt> out = new ArrayList<>();

    SsaBuilder(Function f, Toolbox toolbox, Problems problems) {
        this.f = f;
        this.problems = problems;
        this.liveness = new Liveness(f.body());
        this.doubtful = new DefiniteAssignment(f).doubtful();
        this.unset = new Unset(f, toolbox, doubtful.keySet());
    }

    /** Reads the value that each variable has now. */
    final class Current extends Rewriter {
        @Override
        protected Expr use(Var v) {
            return now.getOrDefault(v, v);
        }

        Expr value(Expr e) {
            return expr(e);
        }

        List<Expr> values(List<Expr> all) {
            return exprs(all);
        }

        Type typeNow(Type type) {
            return type(type);
        }

        Map<String, Expr> attrsNow(Map<String, Expr> attrs) {
            return attrs(attrs);
        }

        boolean knows(Var v) {
            return now.containsKey(v);
        }
    }

    Function function() {
        for (Function.Param p : f.params()) {
            names.fresh(p.var().name());
            now.put(p.var(), p.var());
        }
        return f.withBody(block(f.body()));
    }

    private Block block(Block block) {
        List<Stmt> outer = out;
        out = new ArrayList<>();
        block.statements().forEach(this::statement);
        Block written = new Block(out);
        out = outer;
        return written;
    }

    private void statement(Stmt s) {
        switch (s) {
            case Stmt.Assign x -> assign(x.target(), current.value(x.value()), x.span());
            case Stmt.Unpack x when x.value() instanceof Expr.Tuple tuple -> {
                List<Expr> values = current.values(tuple.items());
                for (int i = 0; i < values.size(); i++) {
                    assign(x.targets().get(i), values.get(i), x.span());
                }
            }
            case Stmt.Unpack x -> {
                Expr value = current.value(x.value());
                List<Var> targets = new ArrayList<>();
                x.targets().forEach(t -> targets.add(define(t, current.typeNow(t.type()))));
                out.add(new Stmt.Unpack(targets, value, x.span()));
            }
            case Stmt.Eval x -> out.add(new Stmt.Eval(current.value(x.value()), x.span()));
            case Stmt.If x -> branch(x);
            case Stmt.For x -> loop(x);
            case Stmt.While x -> loop(x);
            case Stmt.Yield x -> out.add(new Stmt.Yield(current.values(x.values()), x.span()));
            case Stmt.Return x -> out.add(new Stmt.Return(current.values(x.values()), x.span()));
            case Stmt.Scope x -> {
                Map<String, Expr> attrs = current.attrsNow(x.attrs());
                Optional<Var> bound = x.bound().map(v -> define(v, v.type()));
                out.add(new Stmt.Scope(x.kind(), attrs, bound, block(x.body()), x.span()));
            }
            case Stmt.Break x -> out.add(x);
            case Stmt.Continue x -> out.add(x);
        }
    }

    private void assign(Var target, Expr value, Span span) {
        boolean tile = target.type() instanceof Type.Tile && value.type() instanceof Type.Tile;
        Type type = tile ? value.type() : current.typeNow(target.type());
        out.add(new Stmt.Assign(define(target, type), value, span));
    }

    /** The variable for one definition of {@code v}: itself where that is unambiguous. */
    private Var define(Var v, Type type) {
        String name = names.fresh(v.name());
        boolean itself = name.equals(v.name()) && Structure.same(type, v.type());
        Var defined = itself ? v : new Var(name, type, v.span());
        now.put(v, defined);
        return defined;
    }

    private void branch(Stmt.If x) {
        Expr condition = current.value(x.condition());
        Map<Var, Expr> before = now;
        Set<Var> changed = Variables.defined(x.then());
        changed.addAll(Variables.defined(x.otherwise()));

        now = new HashMap<>(before);
        Block then = block(x.then());
        Map<Var, Expr> afterThen = now;
        now = new HashMap<>(before);
        Block otherwise = block(x.otherwise());
        Map<Var, Expr> afterElse = now;
        now = before;

        List<Var> results = new ArrayList<>();
        x.results().forEach(r -> results.add(define(r, current.typeNow(r.type()))));
        List<Expr> thenYields = new ArrayList<>();
        List<Expr> elseYields = new ArrayList<>();
        Map<Var, Var> merged = new LinkedHashMap<>();
        for (Var v : changed) {
            if (!liveness.after(x).contains(v) || x.results().contains(v)) {
                continue;
            }
            Expr a = orUnset(v, afterThen.get(v), changed, x.span());
            Expr b = orUnset(v, afterElse.get(v), changed, x.span());
            if (a == b) {
                now.put(v, a);
                continue;
            }
            thenYields.add(a);
            elseYields.add(b);
            merged.put(v, define(v, joined(v, a.type(), b.type())));
        }
        results.addAll(merged.values());
        out.add(
                new Stmt.If(
                        condition,
                        yielding(then, thenYields, x.span()),
                        yielding(otherwise, elseYields, x.span()),
                        results,
                        x.span()));
    }

    private Type joined(Var v, Type a, Type b) {
        if (Structure.same(a, b)) {
            return a;
        }
        return a instanceof Type.Tile t && b instanceof Type.Tile
                ? t.withValid(List.of())
                : current.typeNow(v.type());
    }

    private Expr orUnset(Var v, @Nullable Expr value, Set<Var> changed, Span span) {
        if (value != null) {
            return value;
        }
        Optional<Expr> initial = unset.value(v, current, changed);
        if (initial.isEmpty()) {
            missing(v, span);
            return v;
        }
        if (initial.get() instanceof Expr.Call call) {
            Var made = new Var(names.fresh(v.name()), call.type(), v.span());
            out.add(new Stmt.Assign(made, call, v.span()));
            return made;
        }
        return initial.get();
    }

    private void missing(Var v, Span passedBy) {
        if (!reported.add(v)) {
            return;
        }
        Span read = doubtful.getOrDefault(v, v.span());
        Problem.error(
                        ConvertToSSA.MAYBE_UNSET,
                        read.find(v.name()),
                        "`" + v.name() + "` is read here")
                .headline(
                        "`"
                                + v.name()
                                + "` must be set on every path that leads to where it is read")
                .see(v.span(), "it is set here")
                .see(passedBy, "if this is not entered, it has no value")
                .hint("set `" + v.name() + "` before, or on the other path, too")
                .to(problems);
    }

    /** The block with more values in its last statement. */
    private static Block yielding(Block block, List<Expr> more, Span span) {
        if (more.isEmpty()) {
            return block;
        }
        List<Stmt> statements = new ArrayList<>(block.statements());
        List<Expr> values = new ArrayList<>(Variables.yielded(block));
        if (!values.isEmpty()) {
            statements.removeLast();
        }
        values.addAll(more);
        statements.add(new Stmt.Yield(values, span));
        return new Block(statements);
    }

    private void loop(Stmt.For x) {
        Expr start = current.value(x.start());
        Expr stop = current.value(x.stop());
        Expr step = current.value(x.step());
        Map<String, Expr> attrs = current.attrsNow(x.attrs());
        Set<Var> own = new LinkedHashSet<>(List.of(x.index()));
        Loop loop = new Loop(x, x.carried(), x.results(), own);
        if (loop.carriesAfter(x.index())) {
            now.putIfAbsent(x.index(), start);
        }
        List<Stmt.Carried> carried = loop.enter(x.body());
        Var index = define(x.index(), x.index().type());
        Block body = loop.body(x.body());
        List<Var> results = loop.leave();
        out.add(
                new Stmt.For(
                        index, start, stop, step, x.kind(), carried, body, results, attrs,
                        x.span()));
    }

    private void loop(Stmt.While x) {
        Loop loop = new Loop(x, x.carried(), x.results(), new LinkedHashSet<>());
        List<Stmt.Carried> carried = loop.enter(x.body());
        Expr condition = current.value(x.condition());
        Block body = loop.body(x.body());
        out.add(new Stmt.While(condition, carried, body, loop.leave(), x.span()));
    }

    /** The part of a loop's conversion that counted and conditional loops share. */
    private final class Loop {
        private final Stmt statement;
        private final List<Stmt.Carried> explicit;
        private final List<Var> explicitResults;
        private final Set<Var> own;
        private final List<Var> carry = new ArrayList<>();
        private Map<Var, Expr> before = Map.of();

        Loop(Stmt statement, List<Stmt.Carried> explicit, List<Var> results, Set<Var> own) {
            this.statement = statement;
            this.explicit = explicit;
            this.explicitResults = results;
            this.own = own;
            explicit.forEach(c -> own.add(c.var()));
        }

        boolean carriesAfter(Var v) {
            return liveness.after(statement).contains(v);
        }

        List<Stmt.Carried> enter(Block body) {
            List<Stmt.Carried> carried = new ArrayList<>();
            List<Expr> inits = new ArrayList<>();
            explicit.forEach(c -> inits.add(current.value(c.init())));
            for (int i = 0; i < explicit.size(); i++) {
                if (carriesAfter(explicit.get(i).var())) {
                    now.put(explicit.get(i).var(), inits.get(i));
                }
            }
            Set<Var> changed = Variables.defined(body);
            Set<Var> candidates = new LinkedHashSet<>(changed);
            candidates.addAll(own);
            for (Var v : candidates) {
                if (carriesAfter(v)
                        || (!own.contains(v) && liveness.atTop(statement).contains(v))) {
                    now.put(v, orUnset(v, now.get(v), changed, statement.span()));
                    carry.add(v);
                }
            }
            before = now;
            now = new HashMap<>(before);
            for (int i = 0; i < explicit.size(); i++) {
                Var v = explicit.get(i).var();
                carried.add(new Stmt.Carried(define(v, inits.get(i).type()), inits.get(i)));
            }
            Map<Var, Expr> ownNow = new HashMap<>(now);
            for (Var v : carry) {
                Expr init = initial(v);
                carried.add(new Stmt.Carried(define(v, init.type()), init));
            }
            explicit.forEach(c -> now.put(c.var(), ownNow.getOrDefault(c.var(), c.var())));
            return carried;
        }

        private Expr initial(Var v) {
            return before.getOrDefault(v, v);
        }

        Block body(Block body) {
            Block written = block(body);
            List<Expr> more = new ArrayList<>();
            carry.forEach(v -> more.add(now.getOrDefault(v, v)));
            return yielding(written, more, statement.span());
        }

        List<Var> leave() {
            now = before;
            List<Var> results = new ArrayList<>();
            for (int i = 0; i < explicitResults.size(); i++) {
                results.add(
                        define(
                                explicitResults.get(i),
                                current.typeNow(explicitResults.get(i).type())));
            }
            for (Var v : carry) {
                results.add(define(v, initial(v).type()));
            }
            return results;
        }
    }
}
