package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Reads loops with their carried values. */
final class LoopReader {
    private static final List<String> KEYWORDS = List.of("init_values", "attrs", "stage", "chunk");

    private final BlockReader blocks;
    private final BodyReader body;
    private final Scope scope;
    private final Expressions expressions;
    private final Problems problems;

    LoopReader(
            BlockReader blocks,
            BodyReader body,
            Scope scope,
            Expressions expressions,
            Problems problems) {
        this.blocks = blocks;
        this.body = body;
        this.scope = scope;
        this.expressions = expressions;
        this.problems = problems;
    }

    /** The operands of {@code pl.range} and its kin. */
    private record Bounds(
            Expr start, Expr stop, Expr step, List<Expr> inits, Map<String, Expr> attrs) {}

    void counted(Tree.For tree, String path, List<Stmt> out) {
        Stmt.LoopKind kind = kind(tree, path);
        Node.Call call = (Node.Call) tree.iterable();
        Bounds bounds = bounds(call, kind);
        Node.Name indexName = name(tree.targets().getFirst());
        List<Node.Name> carriedNames =
                tree.targets().size() > 1 ? names(tree.targets().get(1)) : List.of();
        if (tree.targets().size() > 2) {
            throw badTarget(tree.targets().get(2).span());
        }
        checkCarried(carriedNames.size(), bounds.inits(), call.span());
        List<Type> types = carriedTypes(carriedNames, bounds.inits());
        Expr indexValue = new Expr.Int(0, DType.INDEX, indexName.span());
        Type indexType = body.indexType(indexName.id(), indexValue);

        int outer = scope.current();
        int block = scope.begin();
        List<Stmt> inner = new ArrayList<>();
        Var index = scope.define(indexName.id(), indexType, indexName.span());
        if (Assigned.in(tree.body(), indexName.id())) {
            // The body changes the name, not the loop's own counter.
            Var copy = scope.define(indexName.id(), indexType, indexName.span());
            inner.add(new Stmt.Assign(copy, index, indexName.span()));
        }
        List<Stmt.Carried> carried = carried(carriedNames, types, bounds.inits());
        Optional<BlockReader.Yielded> yielded = blocks.statements(tree.body(), inner);
        scope.leave(outer);
        scope.end(block);
        List<Var> results = results(carried, yielded, inner, tree.span());
        scope.endLoopName(index);
        out.add(
                new Stmt.For(
                        index,
                        bounds.start(),
                        bounds.stop(),
                        bounds.step(),
                        kind,
                        carried,
                        new Block(inner),
                        results,
                        bounds.attrs(),
                        tree.span()));
    }

    private Stmt.LoopKind kind(Tree.For tree, String path) {
        for (Stmt.LoopKind kind : Stmt.LoopKind.values()) {
            if (path.equals("pl." + kind.spelling())) {
                return kind;
            }
        }
        Problem.error(
                        SyntaxRules.LOOP_ITERABLE,
                        tree.iterable().span(),
                        "this cannot be looped over")
                .headline("a loop must run over pl.range, pl.parallel, pl.unroll or pl.pipeline")
                .hint(path.equals("range") ? "write pl.range(...)" : "")
                .to(problems);
        throw new Rejected();
    }

    private Bounds bounds(Node.Call call, Stmt.LoopKind kind) {
        List<Expr> given = new ArrayList<>();
        List<Expr> inits = new ArrayList<>();
        Map<String, Expr> attrs = new LinkedHashMap<>();
        for (Node.Argument argument : call.arguments()) {
            switch (argument.name()) {
                case "" -> given.add(integer(argument.value()));
                case "init_values" -> inits.addAll(list(argument.value()));
                case "attrs" -> attrs.putAll(expressions.calls().attrs(argument.value()));
                default -> {
                    if (!KEYWORDS.contains(argument.name())) {
                        throw unknownKeyword(argument);
                    }
                    attrs.put(argument.name(), expressions.operand(argument.value()));
                }
            }
        }
        if (given.isEmpty()) {
            Problem.error(SyntaxRules.LOOP_OPERANDS, call.span(), "no bound is given").to(problems);
            throw new Rejected();
        }
        if (given.size() > 3) {
            Problem.warning(SyntaxRules.LOOP_EXTRA, given.get(3).span(), "this operand is ignored")
                    .to(problems);
        }
        Expr start = given.size() == 1 ? zero(call) : given.getFirst();
        Expr stop = given.size() == 1 ? given.getFirst() : given.get(1);
        Expr step = given.size() < 3 ? new Expr.Int(1, DType.INDEX, call.span()) : given.get(2);
        if (Exprs.isConstant(step, 0)) {
            Problem.error(SyntaxRules.LOOP_STEP, step.span(), "this is 0").to(problems);
            throw new Rejected();
        }
        if (kind == Stmt.LoopKind.UNROLL) {
            checkUnroll(call, List.of(start, stop, step), inits);
        }
        return new Bounds(start, stop, step, inits, attrs);
    }

    private static Expr zero(Node.Call call) {
        return new Expr.Int(0, DType.INDEX, call.span());
    }

    private void checkUnroll(Node.Call call, List<Expr> bounds, List<Expr> inits) {
        for (Expr bound : bounds) {
            if (Exprs.constant(bound).isEmpty()) {
                Problem.error(
                                SyntaxRules.UNROLL,
                                bound.span(),
                                "this is known only when the program runs")
                        .hint("use pl.range")
                        .to(problems);
                throw new Rejected();
            }
        }
        if (!inits.isEmpty()) {
            Problem.error(SyntaxRules.LOOP_OPERANDS, call.span(), "init_values= is given")
                    .headline("pl.unroll has no init_values=")
                    .hint("plain assignments carry values, too")
                    .to(problems);
            throw new Rejected();
        }
    }

    private Rejected unknownKeyword(Node.Argument argument) {
        Problem.error(
                        SyntaxRules.LOOP_OPERANDS,
                        argument.span(),
                        "unexpected keyword `" + argument.name() + "`")
                .headline("a loop has no operand `" + argument.name() + "`")
                .hint(
                        Names.closest(argument.name(), KEYWORDS)
                                .map(c -> "did you mean `" + c + "`?")
                                .orElse(""))
                .to(problems);
        return new Rejected();
    }

    private Expr integer(Node node) {
        Expr bound = expressions.value(node);
        if (!(bound.type() instanceof Type.Scalar s) || !s.dtype().isInteger()) {
            Problem.error(
                            SyntaxRules.LOOP_OPERANDS,
                            node.span(),
                            "this is " + Expressions.found(bound))
                    .headline("bounds and step must be integer scalars")
                    .to(problems);
            throw new Rejected();
        }
        return bound;
    }

    private List<Expr> list(Node node) {
        if (!(node instanceof Node.Items items)) {
            Problem.error(SyntaxRules.LOOP_OPERANDS, node.span(), "this is not a list")
                    .headline("init_values= takes a list of values")
                    .hint("for one value write init_values=(value,)")
                    .to(problems);
            throw new Rejected();
        }
        List<Expr> list = new ArrayList<>();
        items.items().forEach(item -> list.add(expressions.value(item)));
        return list;
    }

    private void checkCarried(int names, List<Expr> inits, Span span) {
        if (names != inits.size()) {
            Problem.error(
                            SyntaxRules.CARRIED,
                            span,
                            inits.size() + " initial values for " + names + " names")
                    .headline("there must be one initial value per carried name")
                    .hint("for i, (a, b) in pl.range(n, init_values=(a0, b0))")
                    .to(problems);
            throw new Rejected();
        }
    }

    private List<Type> carriedTypes(List<Node.Name> names, List<Expr> inits) {
        List<Type> types = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            types.add(body.typeOf(names.get(i).id(), inits.get(i)));
        }
        return types;
    }

    private List<Stmt.Carried> carried(List<Node.Name> names, List<Type> types, List<Expr> inits) {
        List<Stmt.Carried> carried = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Node.Name name = names.get(i);
            carried.add(
                    new Stmt.Carried(
                            scope.define(name.id(), types.get(i), name.span()), inits.get(i)));
        }
        return carried;
    }

    /** The values behind the loop. Without a yield, the carried names themselves go on. */
    private List<Var> results(
            List<Stmt.Carried> carried,
            Optional<BlockReader.Yielded> yielded,
            List<Stmt> inner,
            Span span) {
        if (carried.isEmpty()) {
            yielded.ifPresent(y -> {
                Problem.error(SyntaxRules.YIELD_PLACE, y.span(), "the loop carries nothing")
                        .hint("add init_values=, or assign to a name that exists before the loop")
                        .to(problems);
                throw new Rejected();
            });
            return List.of();
        }
        List<Expr> values = new ArrayList<>();
        List<Node.Name> names = new ArrayList<>();
        if (yielded.isPresent()) {
            values.addAll(yielded.get().values());
            names.addAll(yielded.get().names());
            checkYield(carried, yielded.get());
        } else {
            carried.forEach(c -> values.add(c.var()));
        }
        inner.add(new Stmt.Yield(values, yielded.map(BlockReader.Yielded::span).orElse(span)));
        carried.forEach(c -> scope.endLoopName(c.var()));
        List<Var> results = new ArrayList<>();
        for (int i = 0; i < carried.size(); i++) {
            Var var = carried.get(i).var();
            if (names.isEmpty()) {
                results.add(scope.define(var.name(), var.type(), var.span()));
            } else {
                Node.Name name = names.get(i);
                results.add(scope.assign(name.id(), body.typeOf(name.id(), var), name.span()));
            }
        }
        return results;
    }

    private void checkYield(List<Stmt.Carried> carried, BlockReader.Yielded yielded) {
        if (yielded.values().size() != carried.size()) {
            Problem.error(
                            SyntaxRules.YIELD_COUNT,
                            yielded.span(),
                            yielded.values().size() + " values yielded")
                    .headline("the loop carries " + carried.size() + " values")
                    .to(problems);
            throw new Rejected();
        }
        for (int i = 0; i < carried.size(); i++) {
            Expr value = yielded.values().get(i);
            Var var = carried.get(i).var();
            if (!Compatible.types(var.type(), value.type())) {
                Problem.error(
                                SyntaxRules.CARRIED,
                                value.span(),
                                "this is " + value.type().describe())
                        .headline("a carried value must keep its type")
                        .see(var.span(), "`" + var.name() + "` is " + var.type().describe())
                        .to(problems);
                throw new Rejected();
            }
        }
    }

    /**
     * {@code for (a,) in pl.while_(init_values=(a0,))} whose body begins with {@code pl.cond(...)}.
     */
    void carriedWhile(Tree.For tree, Node.Call call, List<Stmt> out) {
        List<Node.Name> names = new ArrayList<>();
        tree.targets().forEach(target -> names.addAll(names(target)));
        List<Expr> inits = new ArrayList<>();
        for (Node.Argument argument : call.arguments()) {
            if (!argument.name().equals("init_values")) {
                throw unknownKeyword(argument);
            }
            inits.addAll(list(argument.value()));
        }
        checkCarried(names.size(), inits, call.span());
        List<Type> types = carriedTypes(names, inits);
        int outer = scope.current();
        int block = scope.begin();
        List<Stmt.Carried> carried = carried(names, types, inits);
        Expr condition = leadingCondition(tree);
        List<Stmt> inner = new ArrayList<>();
        Optional<BlockReader.Yielded> yielded =
                blocks.statements(tree.body().subList(1, tree.body().size()), inner);
        scope.leave(outer);
        scope.end(block);
        List<Var> results = results(carried, yielded, inner, tree.span());
        out.add(new Stmt.While(condition, carried, new Block(inner), results, tree.span()));
    }

    private Expr leadingCondition(Tree.For tree) {
        if (!tree.body().isEmpty()
                && tree.body().getFirst() instanceof Tree.Plain p
                && p.value() instanceof Node.Call c
                && Node.path(c.function()).equals("pl.cond")
                && c.arguments().size() == 1) {
            return expressions.condition(c.arguments().getFirst().value());
        }
        Problem.error(
                        SyntaxRules.LOOP_OPERANDS,
                        tree.span(),
                        "the body does not begin with pl.cond(...)")
                .headline("a pl.while_ loop begins with its condition")
                .hint("or write while condition:")
                .to(problems);
        throw new Rejected();
    }

    private List<Node.Name> names(Node target) {
        List<Node.Name> names = new ArrayList<>();
        if (target instanceof Node.Items items) {
            items.items().forEach(item -> names.add(name(item)));
        } else {
            names.add(name(target));
        }
        return names;
    }

    private Node.Name name(Node target) {
        if (target instanceof Node.Name name) {
            return name;
        }
        throw badTarget(target.span());
    }

    private Rejected badTarget(Span span) {
        Problem.error(SyntaxRules.LOOP_TARGET, span, "this is not a name of a loop")
                .hint("for i in pl.range(n), or for i, (a, b) in pl.range(n, init_values=(a0, b0))")
                .to(problems);
        return new Rejected();
    }
}
