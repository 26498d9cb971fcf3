package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Reads the statements of one body. A statement with a problem is left out, and the names that it
 * would have defined become silent, so that one mistake is one problem.
 */
final class BodyReader {
    private final Scope scope;
    private final Expressions expressions;
    private final TypeReader types;
    private final Problems problems;
    private final BlockReader blocks;
    private final Map<String, Pending> pending = new HashMap<>();
    private final List<Type> returns = new ArrayList<>();
    private final Problems outer;
    private boolean returned;
    private Span at = Span.NONE;

    /** The type of a name that a later statement gives a value. */
    private record Pending(TypeReader.Annotation annotation, Span place) {}

    /**
     * @param problems what everything that reads this body reports to
     * @param outer takes the problems, each moved into the statement that has it
     */
    BodyReader(
            Scope scope,
            Expressions expressions,
            TypeReader types,
            Problems problems,
            Problems outer) {
        this.outer = outer;
        this.scope = scope;
        this.expressions = expressions;
        this.types = types;
        this.problems = problems;
        this.blocks = new BlockReader(this, scope, expressions, problems);
    }

    Block read(List<Tree> statements) {
        Block block = blocks.plain(statements);
        problems.moveWithin(Span.NONE, outer);
        return block;
    }

    /** The types of the values that the first return gives. */
    List<Type> returns() {
        return returns;
    }

    /** Appends what a statement means. */
    void statement(Tree tree, List<Stmt> out) {
        Span around = at;
        problems.moveWithin(around, outer);
        at = tree.span();
        int before = blocks.blocksRead();
        try {
            read(tree, out);
        } catch (Rejected e) {
            poison(tree);
            if (blocks.blocksRead() == before) {
                blocks.salvage(inner(tree));
            }
        }
        problems.moveWithin(at, outer);
        at = around;
    }

    private void read(Tree tree, List<Stmt> out) {
        switch (tree) {
            case Tree.Assign a -> assign(a, out);
            case Tree.Annotated a -> annotated(a, out);
            case Tree.Plain p -> plain(p, out);
            case Tree.Return r -> returnValues(r, out);
            case Tree.Pass p -> {}
            case Tree.Break b -> out.add(new Stmt.Break(inLoop(b.span())));
            case Tree.Continue c -> out.add(new Stmt.Continue(inLoop(c.span())));
            case Tree.If i -> blocks.conditional(i, out);
            case Tree.For f -> blocks.loop(f, out);
            case Tree.While w -> blocks.whileLoop(w, out);
            case Tree.With w -> blocks.scope(w, out);
            case Tree.Foreign f -> TreeBuilder.refuse(f, problems);
            case Tree.Unread u -> throw new Rejected();
            case Tree.Augmented a ->
                    refuse(
                            a.span(),
                            "an assignment with an operator",
                            "write the name twice: x = x + 1");
            case Tree.Def d -> refuse(d.span(), "a nested function", "");
            case Tree.ClassDef c -> refuse(c.span(), "a class", "");
            case Tree.Decorator d -> refuse(d.span(), "a decorator", "");
            case Tree.Elif e -> refuse(e.span(), "`elif` without `if`", "");
            case Tree.Else e -> refuse(e.span(), "`else` without `if`", "");
        }
    }

    private void refuse(Span span, String what, String hint) {
        Problem.error(SyntaxRules.UNSUPPORTED_STATEMENT, span, "this is " + what)
                .headline(what + " is not part of the language")
                .hint(hint)
                .to(problems);
        throw new Rejected();
    }

    private Span inLoop(Span span) {
        if (!blocks.isInLoop()) {
            Problem.error(SyntaxRules.OUTSIDE_LOOP, span, "no loop is around this").to(problems);
            throw new Rejected();
        }
        return span;
    }

    /**
     * The statements inside of one whose header has a problem: they may have problems of their own.
     */
    private static List<Tree> inner(Tree tree) {
        return switch (tree) {
            case Tree.For f -> f.body();
            case Tree.While w -> w.body();
            case Tree.With w -> w.body();
            case Tree.Unread u -> u.body();
            case Tree.If i -> {
                List<Tree> both = new ArrayList<>(i.then());
                both.addAll(i.otherwise());
                yield both;
            }
            default -> List.of();
        };
    }

    /** Makes the names silent that a statement with a problem would have defined. */
    void poison(Tree tree) {
        switch (tree) {
            case Tree.Assign a -> a.targets().forEach(this::poisonNames);
            case Tree.Annotated a -> {
                pending.remove(Node.path(a.target()));
                poisonNames(a.target());
            }
            case Tree.Unread u -> u.names().forEach(this::poisonNames);
            case Tree.For f -> {
                f.targets().forEach(this::poisonNames);
                poisonYields(f.body());
            }
            case Tree.With w -> w.name().ifPresent(this::poisonNames);
            case Tree.If i -> {
                poisonYields(i.then());
                poisonYields(i.otherwise());
            }
            default -> {}
        }
    }

    private void poisonYields(List<Tree> body) {
        if (!body.isEmpty()) {
            poison(body.getLast());
        }
    }

    private void poisonNames(Node target) {
        switch (target) {
            case Node.Name name -> scope.poison(name.id(), name.span());
            case Node.Items items -> items.items().forEach(this::poisonNames);
            default -> {}
        }
    }

    private void assign(Tree.Assign a, List<Stmt> out) {
        if (a.targets().size() > 1) {
            Problem.error(SyntaxRules.SYNTAX, a.span(), "several assignments in one statement")
                    .headline("a statement assigns once")
                    .hint("write one statement per name")
                    .to(problems);
            throw new Rejected();
        }
        Node target = a.targets().getFirst();
        switch (target) {
            case Node.Name name -> out.add(define(name, a.value(), a.span()));
            case Node.Items items -> unpack(items, a, out);
            case Node.Subscript s -> out.add(element(s, a));
            default -> throw badTarget(target);
        }
    }

    private Rejected badTarget(Node target) {
        Problem.error(SyntaxRules.ASSIGN_TARGET, target.span(), "this cannot be assigned")
                .to(problems);
        return new Rejected();
    }

    private void annotated(Tree.Annotated a, List<Stmt> out) {
        if (!(a.target() instanceof Node.Name name)) {
            throw badTarget(a.target());
        }
        expect(a);
        if (a.value().isPresent()) {
            out.add(define(name, a.value().get(), a.span()));
        }
    }

    private Stmt define(Node.Name name, Node written, Span span) {
        Expr value =
                expressions.calls().isAllocation(written)
                        ? expressions
                                .calls()
                                .allocation((Node.Call) written, name.id(), name.span())
                        : literal(name.id(), written);
        Type type = typeOf(name.id(), value);
        Expr typed =
                value instanceof Expr.Call call && type instanceof Type.Tile
                        ? new Expr.Call(call.op(), call.args(), call.attrs(), type, call.span())
                        : value;
        return new Stmt.Assign(scope.assign(name.id(), type, name.span()), typed, span);
    }

    /**
     * A value to be assigned. A literal has the type that its name is annotated with, or has
     * already.
     */
    private Expr literal(String name, Node written) {
        Expr value = expressions.value(written);
        Pending said = pending.get(name);
        Optional<Type> wanted =
                said == null ? scope.typeOf(name) : Optional.of(said.annotation().type());
        return written instanceof Node.Call
                ? value
                : wanted.flatMap(type -> Literals.as(type, value, problems)).orElse(value);
    }

    /** Notes what an annotated statement says about its target. */
    void expect(Tree.Annotated a) {
        if (a.target() instanceof Node.Name name) {
            pending.put(
                    name.id(),
                    new Pending(types.annotation(a.annotation()), a.annotation().span()));
        }
    }

    /**
     * The type of a loop's index: INDEX, unless an annotation in front of the loop says otherwise.
     */
    Type indexType(String name, Expr like) {
        Pending said = pending.remove(name);
        return said != null
                        && said.annotation().type() instanceof Type.Scalar s
                        && s.dtype().isInteger()
                ? s
                : like.type();
    }

    /** The type that a name takes with a value: the value's, made precise by an annotation. */
    Type typeOf(String name, Expr value) {
        Pending said = pending.remove(name);
        return said == null
                ? value.type()
                : types.reconcile(said.annotation(), said.place(), value);
    }

    private void unpack(Node.Items items, Tree.Assign a, List<Stmt> out) {
        Expr value = expressions.value(a.value());
        if (!(value.type() instanceof Type.Tuple tuple)) {
            Problem.error(SyntaxRules.UNPACK, value.span(), "this is " + Expressions.found(value))
                    .headline("only a value of several parts can be unpacked")
                    .to(problems);
            throw new Rejected();
        }
        if (tuple.items().size() != items.items().size()) {
            Problem.error(SyntaxRules.UNPACK, items.span(), items.items().size() + " names given")
                    .see(value.span(), "this gives " + tuple.items().size() + " values")
                    .to(problems);
            throw new Rejected();
        }
        List<Var> targets = new ArrayList<>();
        for (int i = 0; i < items.items().size(); i++) {
            if (!(items.items().get(i) instanceof Node.Name name)) {
                throw badTarget(items.items().get(i));
            }
            Expr part = new Expr.Item(value, i, tuple.items().get(i), value.span());
            targets.add(scope.assign(name.id(), typeOf(name.id(), part), name.span()));
        }
        out.add(new Stmt.Unpack(targets, value, a.span()));
    }

    private Stmt element(Node.Subscript s, Tree.Assign a) {
        if (!(s.of() instanceof Node.Name name)) {
            throw badTarget(s.of());
        }
        Expr target = expressions.value(s.of());
        if (!(target instanceof Var var)) {
            throw badTarget(s.of());
        }
        Expr written = expressions.subscripts().write(var, s, a.value());
        return new Stmt.Assign(scope.assign(name.id(), var.type(), name.span()), written, a.span());
    }

    private void plain(Tree.Plain p, List<Stmt> out) {
        if (p.value() instanceof Node.Text || p.value() instanceof Node.Ellipsis) {
            return;
        }
        out.add(new Stmt.Eval(expressions.value(p.value()), p.span()));
    }

    private void returnValues(Tree.Return r, List<Stmt> out) {
        List<Expr> values = new ArrayList<>();
        if (r.value().isPresent() && r.value().get() instanceof Node.Items items) {
            items.items().forEach(item -> values.add(expressions.value(item)));
        } else if (r.value().isPresent() && !(r.value().get() instanceof Node.Nothing)) {
            Expr value = expressions.value(r.value().get());
            if (value.type() instanceof Type.Tuple tuple) {
                values.addAll(parts(value, tuple, r.span(), out));
            } else if (value.type() == Type.Opaque.UNKNOWN) {
                out.add(new Stmt.Eval(value, r.span()));
            } else {
                values.add(value);
            }
        }
        if (!returned) {
            returned = true;
            values.forEach(value -> returns.add(value.type()));
        } else if (values.size() != returns.size()) {
            Problem.error(SyntaxRules.RETURN_TYPES, r.span(), values.size() + " values returned")
                    .headline(
                            "every return must give "
                                    + returns.size()
                                    + " values, as the first one does")
                    .to(problems);
        }
        out.add(new Stmt.Return(values, r.span()));
    }

    /** The parts of a value of several, so that a return lists them. */
    private List<Expr> parts(Expr value, Type.Tuple tuple, Span span, List<Stmt> out) {
        List<Expr> parts = new ArrayList<>();
        if (value instanceof Expr.FnCall) {
            List<Var> targets = new ArrayList<>();
            for (int i = 0; i < tuple.items().size(); i++) {
                String name = freeName("returned_" + i);
                targets.add(scope.define(name, tuple.items().get(i), span));
            }
            out.add(new Stmt.Unpack(targets, value, span));
            parts.addAll(targets);
            return parts;
        }
        for (int i = 0; i < tuple.items().size(); i++) {
            parts.add(new Expr.Item(value, i, tuple.items().get(i), span));
        }
        return parts;
    }

    private String freeName(String hint) {
        String name = hint;
        while (scope.has(name)) {
            name += "_";
        }
        return name;
    }

    /** The keywords of a call that opens a scope or a loop, and its operands by position. */
    Map<String, Expr> attrs(List<Node.Argument> arguments) {
        Map<String, Expr> attrs = new LinkedHashMap<>();
        int position = 0;
        for (Node.Argument argument : arguments) {
            if (argument.name().equals("attrs") && argument.value() instanceof Node.Dict) {
                attrs.putAll(expressions.calls().attrs(argument.value()));
                continue;
            }
            String key = argument.name().isEmpty() ? Integer.toString(position++) : argument.name();
            attrs.put(key, expressions.operand(argument.value()));
        }
        return attrs;
    }
}
