package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Reads statements that hold blocks: conditionals, loops and scopes. */
final class BlockReader {
    static final List<String> SCOPE_KEYWORDS =
            List.of(
                    "level",
                    "role",
                    "name_hint",
                    "deps",
                    "dumps",
                    "no_dep_args",
                    "optimizations",
                    "split",
                    "mode",
                    "core_num",
                    "sync_start",
                    "allow_early_resolve",
                    "predicate",
                    "attrs");

    private final BodyReader body;
    private final Scope scope;
    private final Expressions expressions;
    private final Problems problems;
    private final LoopReader loops;
    private int loopDepth;
    private int blocksRead;

    BlockReader(BodyReader body, Scope scope, Expressions expressions, Problems problems) {
        this.body = body;
        this.scope = scope;
        this.expressions = expressions;
        this.problems = problems;
        this.loops = new LoopReader(this, body, scope, expressions, problems);
    }

    /** Number of blocks that have been read so far. */
    int blocksRead() {
        return blocksRead;
    }

    /** Reads statements for their problems only, because what is around them has one. */
    void salvage(List<Tree> statements) {
        loopDepth++;
        statements(statements, new ArrayList<>());
        loopDepth--;
    }

    boolean isInLoop() {
        return loopDepth > 0;
    }

    /**
     * What a block ends in: the names that {@code pl.yield_} gives its values to, and the values.
     */
    record Yielded(List<Node.Name> names, List<Expr> values, Span span) {}

    /** Statements that must not end in a yield. */
    Block plain(List<Tree> statements) {
        List<Stmt> out = new ArrayList<>();
        Optional<Yielded> yielded = statements(statements, out);
        yielded.ifPresent(y -> misplaced(y.span()));
        return new Block(out);
    }

    private void misplaced(Span span) {
        Problem.error(SyntaxRules.YIELD_PLACE, span, "it stands here")
                .hint("plain assignments carry values through loops and branches, too")
                .to(problems);
    }

    /** Appends statements; a yield at the end is read and given back. */
    Optional<Yielded> statements(List<Tree> statements, List<Stmt> out) {
        blocksRead++;
        Optional<Yielded> yielded = Optional.empty();
        for (int i = 0; i < statements.size(); i++) {
            Tree tree = statements.get(i);
            Optional<Node.Call> call = yieldOf(tree);
            if (call.isEmpty()) {
                body.statement(tree, out);
            } else if (i == statements.size() - 1) {
                yielded = yielded(tree, call.get());
            } else {
                misplaced(tree.span());
            }
        }
        return yielded;
    }

    private static Optional<Node.Call> yieldOf(Tree tree) {
        Optional<Node> value =
                switch (tree) {
                    case Tree.Assign a when a.targets().size() == 1 -> Optional.of(a.value());
                    case Tree.Annotated a -> a.value();
                    case Tree.Plain p -> Optional.of(p.value());
                    default -> Optional.empty();
                };
        return value.isPresent()
                        && value.get() instanceof Node.Call call
                        && Node.path(call.function()).equals("pl.yield_")
                ? Optional.of(call)
                : Optional.empty();
    }

    private Optional<Yielded> yielded(Tree tree, Node.Call call) {
        try {
            List<Expr> values = new ArrayList<>();
            call.arguments().forEach(a -> values.add(expressions.value(a.value())));
            List<Node.Name> names = new ArrayList<>();
            switch (tree) {
                case Tree.Assign a -> targets(a.targets().getFirst(), names);
                case Tree.Annotated a -> {
                    targets(a.target(), names);
                    body.expect(a);
                }
                default -> {}
            }
            if (!names.isEmpty() && names.size() != values.size()) {
                Problem.error(
                                SyntaxRules.YIELD_COUNT,
                                tree.span(),
                                values.size() + " values for " + names.size() + " names")
                        .to(problems);
                throw new Rejected();
            }
            return Optional.of(new Yielded(names, values, tree.span()));
        } catch (Rejected e) {
            body.poison(tree);
            return Optional.empty();
        }
    }

    private void targets(Node target, List<Node.Name> names) {
        switch (target) {
            case Node.Name name -> names.add(name);
            case Node.Items items -> items.items().forEach(item -> targets(item, names));
            default -> {
                Problem.error(SyntaxRules.ASSIGN_TARGET, target.span(), "this cannot be assigned")
                        .to(problems);
                throw new Rejected();
            }
        }
    }

    void conditional(Tree.If tree, List<Stmt> out) {
        Expr condition = expressions.condition(tree.condition());
        int outer = scope.current();
        int first = scope.begin();
        List<Stmt> then = new ArrayList<>();
        Optional<Yielded> a = statements(tree.then(), then);
        scope.leave(outer);
        int second = scope.begin();
        List<Stmt> otherwise = new ArrayList<>();
        Optional<Yielded> b = statements(tree.otherwise(), otherwise);
        scope.leave(outer);
        scope.end(first);
        scope.end(second);
        List<Var> results = List.of();
        if (a.isPresent() || b.isPresent()) {
            results = results(tree, a, b);
            then.add(new Stmt.Yield(a.orElseThrow().values(), a.get().span()));
            otherwise.add(new Stmt.Yield(b.orElseThrow().values(), b.get().span()));
        }
        out.add(
                new Stmt.If(
                        condition, new Block(then), new Block(otherwise), results, tree.span()));
    }

    private List<Var> results(Tree.If tree, Optional<Yielded> a, Optional<Yielded> b) {
        boolean fits =
                a.isPresent() && b.isPresent() && a.get().names().size() == b.get().names().size();
        for (int i = 0; fits && i < a.get().names().size(); i++) {
            fits = a.get().names().get(i).id().equals(b.get().names().get(i).id());
        }
        if (!fits || a.get().names().isEmpty()) {
            Problem.error(
                            SyntaxRules.YIELD_COUNT,
                            a.or(() -> b).orElseThrow().span(),
                            "one branch yields this")
                    .headline("both branches must yield values for the same names")
                    .see(tree.span(), "of this if")
                    .to(problems);
            throw new Rejected();
        }
        List<Var> results = new ArrayList<>();
        for (int i = 0; i < a.get().names().size(); i++) {
            Node.Name name = a.get().names().get(i);
            Expr value = a.get().values().get(i);
            Expr other = b.get().values().get(i);
            Type type = body.typeOf(name.id(), value);
            if (!Compatible.types(type, other.type())) {
                Problem.error(
                                SyntaxRules.REASSIGN_TYPE,
                                other.span(),
                                "this is " + other.type().describe())
                        .headline("`" + name.id() + "` must have one type in both branches")
                        .see(value.span(), "here it is " + type.describe())
                        .to(problems);
                throw new Rejected();
            }
            results.add(scope.assign(name.id(), type, name.span()));
        }
        return results;
    }

    void loop(Tree.For tree, List<Stmt> out) {
        String path = tree.iterable() instanceof Node.Call call ? Node.path(call.function()) : "";
        loopDepth++;
        try {
            switch (path) {
                case "pl.spmd", "pl.split_aiv" -> scopeLoop(tree, path, out);
                case "pl.while_" -> loops.carriedWhile(tree, (Node.Call) tree.iterable(), out);
                default -> loops.counted(tree, path, out);
            }
        } finally {
            loopDepth--;
        }
    }

    void whileLoop(Tree.While tree, List<Stmt> out) {
        loopDepth++;
        try {
            Expr condition = expressions.condition(tree.condition());
            out.add(
                    new Stmt.While(
                            condition, List.of(), inner(tree.body()), List.of(), tree.span()));
        } finally {
            loopDepth--;
        }
    }

    /** A block with names of its own scope. */
    Block inner(List<Tree> statements) {
        int outer = scope.current();
        int block = scope.begin();
        Block read = plain(statements);
        scope.leave(outer);
        scope.end(block);
        return read;
    }

    void scope(Tree.With tree, List<Stmt> out) {
        String path = tree.context() instanceof Node.Call c ? Node.path(c.function()) : "";
        Optional<Stmt.ScopeKind> found = kind(path);
        if (found.isEmpty()) {
            List<String> known = new ArrayList<>();
            for (Stmt.ScopeKind kind : Stmt.ScopeKind.values()) {
                known.add(kind.spelling());
            }
            Problem.error(
                            SyntaxRules.SCOPE,
                            tree.context().span(),
                            "this opens no scope of the language")
                    .hint(Names.suggestion(path, known))
                    .to(problems);
            throw new Rejected();
        }
        Stmt.ScopeKind kind = found.get();
        Map<String, Expr> attrs = scopeAttrs((Node.Call) tree.context());
        Optional<Var> bound = Optional.empty();
        if (tree.name().isPresent()) {
            if (!(tree.name().get() instanceof Node.Name name)) {
                Problem.error(
                                SyntaxRules.ASSIGN_TARGET,
                                tree.name().get().span(),
                                "this is not a name")
                        .to(problems);
                throw new Rejected();
            }
            bound = Optional.of(scope.assign(name.id(), Type.TASK_ID, name.span()));
        }
        out.add(new Stmt.Scope(kind, attrs, bound, inner(tree.body()), tree.span()));
    }

    private static Optional<Stmt.ScopeKind> kind(String path) {
        for (Stmt.ScopeKind kind : Stmt.ScopeKind.values()) {
            if (kind.spelling().equals(path)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    private Map<String, Expr> scopeAttrs(Node.Call call) {
        for (Node.Argument argument : call.arguments()) {
            if (!argument.name().isEmpty() && !SCOPE_KEYWORDS.contains(argument.name())) {
                Problem.error(
                                SyntaxRules.SCOPE,
                                argument.span(),
                                "unexpected keyword `" + argument.name() + "`")
                        .headline("a scope has no operand `" + argument.name() + "`")
                        .hint(
                                Names.closest(argument.name(), SCOPE_KEYWORDS)
                                        .map(c -> "did you mean `" + c + "`?")
                                        .orElse(""))
                        .to(problems);
                throw new Rejected();
            }
        }
        return body.attrs(call.arguments());
    }

    /** {@code for i in pl.spmd(n)}: a scope whose index is bound. */
    private void scopeLoop(Tree.For tree, String path, List<Stmt> out) {
        if (tree.targets().size() != 1 || !(tree.targets().getFirst() instanceof Node.Name name)) {
            Problem.error(SyntaxRules.LOOP_TARGET, tree.span(), "one name is expected here")
                    .to(problems);
            throw new Rejected();
        }
        Map<String, Expr> attrs = scopeAttrs((Node.Call) tree.iterable());
        int outer = scope.current();
        int block = scope.begin();
        Var index = scope.define(name.id(), Type.INDEX, name.span());
        SplitMode mode =
                attrs.get("mode") instanceof Expr.Code code && code.value() instanceof SplitMode m
                        ? m
                        : SplitMode.NONE;
        SplitMode around = expressions.calls().enterRegion(mode);
        Block inner = plain(tree.body());
        expressions.calls().enterRegion(around);
        scope.leave(outer);
        scope.end(block);
        scope.endLoopName(index);
        out.add(
                new Stmt.Scope(
                        kind(path).orElseThrow(), attrs, Optional.of(index), inner, tree.span()));
    }
}
