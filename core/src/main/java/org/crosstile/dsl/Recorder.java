package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Notes what an author's code does while it builds one program. What a function consists of is
 * known when its code has run; then it is written as a function of the model.
 */
final class Recorder {
    private static final ScopedValue<Recorder> CURRENT = ScopedValue.newInstance();

    private final Sources sources = new Sources();
    private final Problems problems = new Problems();
    private final Map<String, Function> functions = new LinkedHashMap<>();
    private final Map<String, Span> allocations = new LinkedHashMap<>();
    private final Map<Object, Unfinished> unfinished = new IdentityHashMap<>();
    private Optional<Header> function = Optional.empty();
    private Optional<Body> body = Optional.empty();

    /** A statement that has been begun, and the method that completes it. */
    private record Unfinished(Span place, String method) {}

    /**
     * The program that is being built.
     *
     * @throws IllegalStateException if the caller builds none
     */
    static Recorder current() {
        if (!CURRENT.isBound()) {
            throw new IllegalStateException(
                    "operators and statements belong inside of Dsl.program(name, () -> ...)");
        }
        return CURRENT.get();
    }

    /** Whether a program is being built, so that what is noted belongs to it. */
    static Optional<Recorder> ifBuilding() {
        return CURRENT.isBound() ? Optional.of(CURRENT.get()) : Optional.empty();
    }

    /** Builds a program. */
    static Program build(String name, Runnable code) {
        Recorder recorder = new Recorder();
        Span place = recorder.place();
        ScopedValue.where(CURRENT, recorder).run(code);
        if (recorder.problems.hasErrors()) {
            throw new DslException(recorder.problems.sorted());
        }
        return new Program(name, List.copyOf(recorder.functions.values()), place);
    }

    /** Where the author's code is just now. */
    Span place() {
        return sources.here();
    }

    Problems problems() {
        return problems;
    }

    /** Notes and writes a function. */
    void function(Header header, Runnable code) {
        if (function.isPresent()) {
            throw new IllegalStateException(
                    "`"
                            + header.name()
                            + "` is begun inside of `"
                            + function.get().name()
                            + "`: functions stand side by side");
        }
        if (functions.containsKey(header.name())) {
            throw new IllegalArgumentException(
                    "the program has a function `" + header.name() + "` already");
        }
        Body root = new Body(header.name(), Optional.empty(), false);
        function = Optional.of(header);
        body = Optional.of(root);
        try {
            code.run();
        } finally {
            function = Optional.empty();
            body = Optional.empty();
            root.close();
        }
        checkFinished();
        functions.put(
                header.name(),
                new Emitter(header, functions, allocations, problems).function(root));
    }

    /** The statements that are being noted. */
    private Body body() {
        return body.orElseThrow(() ->
                new IllegalStateException(
                        "operators and statements belong inside of a function:"
                                + " kernel(name, () -> ...), chip(...) or host(...)"));
    }

    Node.Variable parameter(String name, ValueType type, Function.Direction direction) {
        Body root = body();
        Header header = function.orElseThrow();
        Span place = place();
        for (Header.Parameter other : header.params()) {
            if (other.variable().name().equals(name)) {
                Problem.error(DslRules.PARAMETER, place, "`" + name + "` again")
                        .headline("parameters must have different names")
                        .to(problems);
            }
        }
        Node.Variable variable = new Node.Variable(name, place);
        variable.settle(root);
        header.params().add(new Header.Parameter(variable, type, direction));
        return variable;
    }

    /** Notes that a node is computed here. */
    <N extends Node> N evaluate(N node) {
        Body here = body();
        node.operands().forEach(operand -> use(operand, node.place()));
        node.settle(here);
        here.add(new Body.Line.Evaluate(node));
        return node;
    }

    /** Notes that something uses a value here. */
    void use(Node node, Span place) {
        Body here = body();
        if (node instanceof Node.Items items) {
            items.items().forEach(item -> use(item, place));
            return;
        }
        if (node.home().isPresent() && !isOpen(node.home().get(), here)) {
            boolean same = node.home().get().function().equals(here.function());
            Problem.error(DslRules.SCOPE, place, "it is used here")
                    .headline(
                            same
                                    ? "a value must be used inside the block that computes it"
                                    : "a value must be used in the function that computes it")
                    .see(
                            node.place(),
                            same
                                    ? "the block with this has ended"
                                    : "this belongs to `" + node.home().get().function() + "`")
                    .hint(
                            same
                                    ? "declare it in front of the block with let(...), and set it inside"
                                    : "pass it as an operand")
                    .to(problems);
        }
        node.used(here);
    }

    private static boolean isOpen(Body home, Body here) {
        for (Optional<Body> at = Optional.of(here); at.isPresent(); at = at.get().parent()) {
            if (at.get() == home) {
                return !home.isClosed();
            }
        }
        return false;
    }

    Node.Variable let(String name, Value value) {
        return let(name, value.node(), place());
    }

    Node.Variable let(String name, Node value, Span place) {
        use(value, place);
        Node.Variable variable = new Node.Variable(name, place);
        variable.settle(body());
        body().add(new Body.Line.Let(variable, value, place));
        return variable;
    }

    void set(Value target, Value value) {
        assign(target.node(), value.node(), place());
    }

    /** Notes that a variable changes. */
    void assign(Node target, Node value, Span place) {
        if (!(target instanceof Node.Variable variable)) {
            throw new IllegalArgumentException(
                    "only a named value can change: give it a name with let(...)");
        }
        use(value, place);
        use(target, place);
        body().add(new Body.Line.Set(variable, value, place));
    }

    List<Node.Variable> unpack(Node value, List<String> names) {
        Span place = place();
        use(value, place);
        List<Node.Variable> targets = new ArrayList<>();
        for (String name : names) {
            Node.Variable target = new Node.Variable(name, place);
            target.settle(body());
            targets.add(target);
        }
        body().add(new Body.Line.Unpack(targets, value, place));
        return targets;
    }

    void returns(List<Node> values) {
        Span place = place();
        values.forEach(value -> use(value, place));
        body().add(new Body.Line.Return(values, place));
    }

    void jump(boolean isBreak) {
        if (!body().isInLoop()) {
            throw new IllegalStateException("break and continue belong inside of a loop");
        }
        body().add(new Body.Line.Jump(isBreak, place()));
    }

    /** Notes the condition and the first branch; the second one is empty so far. */
    Body.Line.If branch(Node condition, Runnable then, Span place) {
        use(condition, place);
        Body first = inside(false, then);
        Body second = new Body(body().function(), body, false);
        Body.Line.If line = new Body.Line.If(condition, first, second, place);
        body().add(line);
        return line;
    }

    /** Notes the second branch. */
    void otherwise(Body.Line.If line, Runnable code) {
        if (body().lines().getLast() != line || line.otherwise().isClosed()) {
            throw new IllegalStateException("otherwise belongs directly behind its then, once");
        }
        within(line.otherwise(), code);
    }

    void loop(
            Stmt.LoopKind kind,
            String name,
            List<Node> bounds,
            Map<String, Node> attrs,
            Consumer<Scalar> code,
            Span place) {
        bounds.forEach(bound -> use(bound, place));
        Node.Variable index = new Node.Variable(name, place);
        Body inner = new Body(body().function(), body, true);
        index.settle(inner);
        within(inner, () -> code.accept(new Scalar(index)));
        body().add(
                        new Body.Line.For(
                                index,
                                bounds.getFirst(),
                                bounds.get(1),
                                bounds.get(2),
                                kind,
                                attrs,
                                inner,
                                place));
    }

    void whileLoop(Supplier<Condition> condition, Runnable code, Span place) {
        Body test = new Body(body().function(), body, false);
        List<Condition> truth = new ArrayList<>();
        within(
                test,
                () -> {
                    truth.add(condition.get());
                    use(truth.getFirst().node(), place);
                });
        Body inner = inside(true, code);
        body().add(new Body.Line.While(test, truth.getFirst().node(), inner, place));
    }

    /** Notes that a statement has been begun, which a method of it must complete. */
    void begin(Object statement, Span place, String method) {
        body();
        unfinished.put(statement, new Unfinished(place, method));
    }

    void complete(Object statement) {
        unfinished.remove(statement);
    }

    private void checkFinished() {
        for (Unfinished statement : unfinished.values()) {
            Problem.error(DslRules.UNFINISHED, statement.place(), "this does nothing")
                    .hint("go on with ." + statement.method() + "(...)")
                    .to(problems);
        }
        unfinished.clear();
    }

    /**
     * Notes a scope.
     *
     * @param name what the scope is bound to; empty for nothing
     * @return what it is bound to, if anything
     */
    Node.Variable scope(
            Stmt.ScopeKind kind, Map<String, Node> attrs, String name, Runnable code, Span place) {
        attrs.values().forEach(value -> use(value, place));
        Node.Variable bound = new Node.Variable(name, place);
        bound.settle(body());
        Body inner = inside(false, code);
        body().add(
                        new Body.Line.Scope(
                                kind,
                                attrs,
                                Optional.empty(),
                                name.isEmpty() ? Optional.empty() : Optional.of(bound),
                                inner,
                                place));
        return bound;
    }

    /** Notes a scope that is carried out several times, counted by an index. */
    void copies(
            Stmt.ScopeKind kind,
            Map<String, Node> attrs,
            String name,
            Consumer<Scalar> code,
            Span place) {
        attrs.values().forEach(value -> use(value, place));
        Node.Variable index = new Node.Variable(name, place);
        Body inner = new Body(body().function(), body, true);
        index.settle(inner);
        within(inner, () -> code.accept(new Scalar(index)));
        body().add(
                        new Body.Line.Scope(
                                kind, attrs, Optional.of(index), Optional.empty(), inner, place));
    }

    private Body inside(boolean isLoop, Runnable code) {
        Body inner = new Body(body().function(), body, isLoop);
        within(inner, code);
        return inner;
    }

    private void within(Body inner, Runnable code) {
        Optional<Body> outer = body;
        body = Optional.of(inner);
        try {
            code.run();
        } finally {
            body = outer;
            inner.close();
        }
    }
}
