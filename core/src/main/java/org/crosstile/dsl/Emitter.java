package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Writes what has been noted as a function of the model. Everything happens in the order in which
 * the author's code ran. A value that is used once, by what comes right behind it, becomes a part
 * of that; one that is used later or more than once becomes a variable.
 */
final class Emitter {
    private final Header header;
    private final Problems problems;
    private final Variables variables = new Variables();
    private final NodeReader reader;
    private final List<Type> returns = new ArrayList<>();
    private boolean returned;

    Emitter(
            Header header,
            Map<String, Function> functions,
            Map<String, Span> allocations,
            Problems problems) {
        this.header = header;
        this.problems = problems;
        this.reader = new NodeReader(variables, functions, allocations, problems);
    }

    Function function(Body root) {
        variables.open(root);
        List<Function.Param> params = new ArrayList<>();
        for (Header.Parameter p : header.params()) {
            Var var =
                    variables.define(
                            p.variable(),
                            p.variable().name(),
                            reader.type(p.type()),
                            p.variable().place(),
                            root);
            params.add(new Function.Param(var, p.direction()));
        }
        Block block = write(root).block();
        return new Function(
                header.name(),
                header.kind(),
                header.level(),
                header.role(),
                params,
                returns,
                header.isSubWorker() ? Block.EMPTY : block,
                Map.of(),
                header.isSubWorker() ? "..." : "",
                header.place());
    }

    /** A block that is being written: its statements, and values that nothing has used yet. */
    private final class Writing {
        private final Body body;
        private final List<Stmt> out = new ArrayList<>();
        private final List<Node> pending = new ArrayList<>();

        Writing(Body body) {
            this.body = body;
        }

        Block block() {
            return new Block(out);
        }

        /**
         * Makes the operands of something available. Values that were computed last, in this order,
         * become parts of it; if any other value came in between, all become variables first.
         */
        void take(List<Node> operands) {
            List<Node> wanted = new ArrayList<>();
            operands.forEach(operand -> leaves(operand, wanted));
            int from = pending.size() - wanted.size();
            boolean last = from >= 0;
            for (int i = 0; last && i < wanted.size(); i++) {
                last = pending.get(from + i) == wanted.get(i);
            }
            if (last) {
                pending.subList(from, pending.size()).clear();
            } else {
                flush();
            }
        }

        private void leaves(Node operand, List<Node> wanted) {
            if (operand instanceof Node.Items items) {
                items.items().forEach(item -> leaves(item, wanted));
            } else if (pending.contains(operand)) {
                wanted.add(operand);
            }
        }

        /** Makes variables of all values that nothing has used yet. */
        void flush() {
            pending.forEach(this::materialize);
            pending.clear();
        }

        private void materialize(Node node) {
            Expr value = reader.value(node);
            if (value.type() == Type.Opaque.UNKNOWN) {
                out.add(new Stmt.Eval(value, node.place()));
                return;
            }
            Var var =
                    variables.define(node, NodeReader.hint(node), value.type(), node.place(), body);
            out.add(new Stmt.Assign(var, value, node.place()));
            reader.becomes(node, var);
        }

        void evaluate(Node node) {
            take(node.operands());
            Expr value = reader.read(node);
            if (value instanceof Expr.Const) {
                return;
            }
            if (node.uses() == 0) {
                flush();
                if (value instanceof Expr.Call || value instanceof Expr.FnCall) {
                    out.add(new Stmt.Eval(value, node.place()));
                }
            } else if (node.uses() == 1 && node.isLastUsedIn(body)) {
                pending.add(node);
            } else {
                flush();
                materialize(node);
            }
        }

        void add(Stmt statement) {
            out.add(statement);
        }
    }

    private Writing write(Body body) {
        variables.open(body);
        Writing writing = new Writing(body);
        for (Body.Line line : body.lines()) {
            try {
                line(line, writing);
            } catch (Rejected e) {
                // Reported; what depends on it stays silent.
            }
        }
        writing.flush();
        return writing;
    }

    private void line(Body.Line line, Writing w) {
        switch (line) {
            case Body.Line.Evaluate x -> w.evaluate(x.node());
            case Body.Line.Let x -> {
                Expr value = statementValue(x.value(), w);
                reader.checkName(value, x);
                Var var =
                        variables.assign(
                                x.target(), x.target().name(), value.type(), x.place(), w.body);
                w.add(new Stmt.Assign(var, value, x.place()));
            }
            case Body.Line.Set x -> set(x, w);
            case Body.Line.Unpack x -> unpack(x, w);
            case Body.Line.Return x -> returnValues(x, w);
            case Body.Line.Jump x -> {
                w.flush();
                w.add(x.isBreak() ? new Stmt.Break(x.place()) : new Stmt.Continue(x.place()));
            }
            case Body.Line.If x -> branch(x, w);
            case Body.Line.For x -> loop(x, w);
            case Body.Line.While x -> whileLoop(x, w);
            case Body.Line.Scope x -> scope(x, w);
        }
    }

    /** The value that a statement takes; everything that was computed before it is written. */
    private Expr statementValue(Node node, Writing w) {
        w.take(List.of(node));
        w.flush();
        return reader.value(node);
    }

    private void set(Body.Line.Set x, Writing w) {
        Expr value = statementValue(x.value(), w);
        Var var = variables.find(x.target()).orElseThrow(Rejected::new);
        if (!Structure.same(var.type(), value.type())) {
            Problem.error(DslRules.REASSIGN_TYPE, x.place(), "this is " + value.type().describe())
                    .headline("`" + var.name() + "` must keep its type")
                    .see(var.span(), "here it is " + var.type().describe())
                    .hint("use another name for the new value")
                    .to(problems);
            throw new Rejected();
        }
        w.add(new Stmt.Assign(var, value, x.place()));
    }

    private void unpack(Body.Line.Unpack x, Writing w) {
        Expr value = statementValue(x.value(), w);
        int parts = value.type() instanceof Type.Tuple t ? t.items().size() : 1;
        if (!(value.type() instanceof Type.Tuple tuple) || parts != x.targets().size()) {
            Problem.error(DslRules.UNPACK, x.place(), x.targets().size() + " names given")
                    .see(value.span(), "this gives " + parts + (parts == 1 ? " value" : " values"))
                    .to(problems);
            throw new Rejected();
        }
        List<Var> targets = new ArrayList<>();
        for (int i = 0; i < parts; i++) {
            Node.Variable target = x.targets().get(i);
            Type type = tuple.items().get(i);
            targets.add(variables.assign(target, target.name(), type, x.place(), w.body));
        }
        w.add(new Stmt.Unpack(targets, value, x.place()));
    }

    private void returnValues(Body.Line.Return x, Writing w) {
        w.take(x.values());
        w.flush();
        List<Expr> values = new ArrayList<>();
        for (Node node : x.values()) {
            Expr value = reader.value(node);
            if (value.type() instanceof Type.Tuple tuple) {
                List<Var> parts = new ArrayList<>();
                for (int i = 0; i < tuple.items().size(); i++) {
                    parts.add(new Var("returned_" + i, tuple.items().get(i), x.place()));
                }
                w.add(new Stmt.Unpack(parts, value, x.place()));
                values.addAll(parts);
            } else if (value.type() == Type.Opaque.UNKNOWN) {
                w.add(new Stmt.Eval(value, x.place()));
            } else {
                values.add(value);
            }
        }
        if (!returned) {
            returned = true;
            values.forEach(value -> returns.add(value.type()));
        } else if (values.size() != returns.size()) {
            Problem.error(DslRules.RETURN_TYPES, x.place(), values.size() + " values returned")
                    .headline(
                            "every return must give "
                                    + returns.size()
                                    + " values, as the first one does")
                    .to(problems);
        }
        w.add(new Stmt.Return(values, x.place()));
    }

    private void branch(Body.Line.If x, Writing w) {
        Optional<Expr> condition = attempt(x.condition(), w);
        Block then = write(x.then()).block();
        Block otherwise = write(x.otherwise()).block();
        variables.close(x.then());
        variables.close(x.otherwise());
        Expr truth = condition.orElseThrow(Rejected::new);
        w.add(new Stmt.If(truth, then, otherwise, List.of(), x.place()));
    }

    /** A value, or nothing if it has a problem: what is inside may have problems of its own. */
    private Optional<Expr> attempt(Node node, Writing w) {
        try {
            return Optional.of(statementValue(node, w));
        } catch (Rejected e) {
            return Optional.empty();
        }
    }

    private void loop(Body.Line.For x, Writing w) {
        w.take(List.of(x.start(), x.stop(), x.step()));
        w.flush();
        Optional<List<Expr>> bounds = bounds(x);
        Var index =
                variables.define(
                        x.index(), x.index().name(), Type.INDEX, x.index().place(), x.body());
        Block body = write(x.body()).block();
        variables.close(x.body());
        variables.forget(index.name());
        Map<String, Expr> attrs = new LinkedHashMap<>();
        x.attrs().forEach((key, value) -> attrs.put(key, reader.value(value)));
        List<Expr> all = bounds.orElseThrow(Rejected::new);
        w.add(
                new Stmt.For(
                        index,
                        all.getFirst(),
                        all.get(1),
                        all.get(2),
                        x.kind(),
                        List.of(),
                        body,
                        List.of(),
                        attrs,
                        x.place()));
    }

    private Optional<List<Expr>> bounds(Body.Line.For x) {
        List<Expr> bounds = new ArrayList<>();
        try {
            for (Node node : List.of(x.start(), x.stop(), x.step())) {
                bounds.add(reader.value(node));
            }
        } catch (Rejected e) {
            return Optional.empty();
        }
        for (Expr bound : bounds) {
            if (!(bound.type() instanceof Type.Scalar s) || !s.dtype().isInteger()) {
                Problem.error(
                                DslRules.LOOP_OPERANDS,
                                x.place(),
                                "one is " + NodeReader.found(bound))
                        .headline("bounds and step must be integer scalars")
                        .to(problems);
                return Optional.empty();
            }
            if (x.kind() == Stmt.LoopKind.UNROLL && Exprs.constant(bound).isEmpty()) {
                Problem.error(
                                DslRules.UNROLL,
                                x.place(),
                                "a bound is known only when the program runs")
                        .hint("use range")
                        .to(problems);
                return Optional.empty();
            }
        }
        if (Exprs.isConstant(bounds.get(2), 0)) {
            Problem.error(DslRules.LOOP_STEP, x.place(), "the step is 0").to(problems);
            return Optional.empty();
        }
        return Optional.of(bounds);
    }

    private void whileLoop(Body.Line.While x, Writing w) {
        w.flush();
        Writing test = new Writing(x.condition());
        variables.open(x.condition());
        Optional<Expr> truth = Optional.empty();
        try {
            for (Body.Line line : x.condition().lines()) {
                line(line, test);
            }
            test.take(List.of(x.truth()));
            test.flush();
            truth = Optional.of(reader.value(x.truth()));
        } catch (Rejected e) {
            // Reported.
        }
        variables.close(x.condition());
        Block body = write(x.body()).block();
        variables.close(x.body());
        if (!test.out.isEmpty()) {
            Problem.error(
                            DslRules.CONDITION,
                            x.place(),
                            "it takes " + test.out.size() + " statements and an expression")
                    .hint("use each value of the condition once, or break out of the loop")
                    .to(problems);
            throw new Rejected();
        }
        Expr condition = truth.orElseThrow(Rejected::new);
        w.add(new Stmt.While(condition, List.of(), body, List.of(), x.place()));
    }

    private void scope(Body.Line.Scope x, Writing w) {
        w.take(List.copyOf(x.attrs().values()));
        w.flush();
        Map<String, Expr> attrs = new LinkedHashMap<>();
        x.attrs().forEach((key, value) -> attrs.put(key, reader.value(value)));
        Optional<Var> bound =
                x.bound()
                        .filter(b -> b.uses() > 0)
                        .map(b -> variables.assign(b, b.name(), Type.TASK_ID, x.place(), w.body));
        Optional<Var> index =
                x.index().map(i -> variables.define(i, i.name(), Type.INDEX, x.place(), x.body()));
        Block body = write(x.body()).block();
        variables.close(x.body());
        index.ifPresent(i -> variables.forget(i.name()));
        w.add(new Stmt.Scope(x.kind(), attrs, index.or(() -> bound), body, x.place()));
    }
}
