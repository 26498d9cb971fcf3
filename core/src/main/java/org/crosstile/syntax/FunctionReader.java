package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.model.Block;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Reads one function: its parameters when it is made, its body when it is asked for. */
final class FunctionReader {
    private final Tree.Def def;
    private final FunctionHeader header;
    private final Problems problems;
    private final Problems outer;
    private final Scope scope;
    private final Expressions expressions;
    private final TypeReader types;
    private final List<Function.Param> params = new ArrayList<>();
    private final Optional<List<Type>> declaredReturns;

    FunctionReader(
            Tree.Def def,
            FunctionHeader header,
            Closures closures,
            Signatures signatures,
            Catalogued operators,
            Map<String, Span> allocations,
            Problems problems) {
        this.def = def;
        this.header = header;
        this.outer = problems;
        this.problems = new Problems();
        this.scope = new Scope(this.problems);
        this.expressions =
                new Expressions(closures, scope, signatures, operators, allocations, this.problems);
        this.types = new TypeReader(expressions, this.problems);
        readParameters();
        this.declaredReturns = readReturns();
        this.problems.moveWithin(Span.NONE, outer);
    }

    String name() {
        return def.name();
    }

    Signatures.Signature signature() {
        return new Signatures.Signature(def.name(), header.role(), params.size(), def.nameSpan());
    }

    /** The return types that the text states. */
    Optional<List<Type>> declaredReturns() {
        return declaredReturns;
    }

    private boolean isVerbatim() {
        return header.level() == Function.Level.HOST && header.role() == Function.Role.SubWorker;
    }

    private void readParameters() {
        List<Tree.Parameter> written = def.parameters();
        for (int i = 0; i < written.size(); i++) {
            Tree.Parameter p = written.get(i);
            boolean self =
                    i == 0
                            && p.name().equals("self")
                            && p.annotation().isEmpty()
                            && p.star().isEmpty();
            if (!self) {
                parameter(p);
            }
        }
    }

    private void parameter(Tree.Parameter p) {
        String found =
                !p.star().isEmpty()
                        ? "this stands for several parameters"
                        : p.fallback().isPresent() ? "this has a default" : "";
        if (!found.isEmpty()) {
            Problem.error(SyntaxRules.PARAMETER, p.span(), found)
                    .headline("a parameter is a name and its type")
                    .to(problems);
        } else if (p.annotation().isEmpty() || isBare(p.annotation().get())) {
            Problem.error(
                            SyntaxRules.PARAMETER,
                            p.span(),
                            "the type of `" + p.name() + "` is not known")
                    .hint("write " + p.name() + ": pl.Tensor[[extents], pl.FP32]")
                    .to(problems);
            scope.poison(p.name(), p.span());
            return;
        } else if (scope.has(p.name())) {
            Problem.error(SyntaxRules.PARAMETER, p.span(), "`" + p.name() + "` again")
                    .headline("parameters must have different names")
                    .to(problems);
        } else {
            try {
                Node annotation = p.annotation().get();
                Type type = types.type(TypeReader.unwrapped(annotation));
                Var var = scope.define(p.name(), type, p.span());
                params.add(new Function.Param(var, TypeReader.direction(annotation)));
                return;
            } catch (Rejected e) {
                // reported
            }
        }
        if (!p.name().isEmpty()) {
            scope.poison(p.name(), p.span());
        }
    }

    /** Whether an annotation names a kind of tensor without its shape. */
    private static boolean isBare(Node annotation) {
        String path = Node.path(TypeReader.unwrapped(annotation));
        return path.equals("pl.Tensor") || path.equals("pld.DistributedTensor");
    }

    private Optional<List<Type>> readReturns() {
        if (def.returns().isEmpty()) {
            return Optional.empty();
        }
        Node node = def.returns().get();
        if (node instanceof Node.Nothing) {
            return Optional.of(List.of());
        }
        try {
            Type type = types.type(node);
            return Optional.of(type instanceof Type.Tuple tuple ? tuple.items() : List.of(type));
        } catch (Rejected e) {
            return Optional.of(List.of());
        }
    }

    /** The function. What is wrong with its body has been reported. */
    Function read() {
        if (isVerbatim()) {
            return function(
                    Block.EMPTY,
                    declaredReturns.orElse(List.of()),
                    header.attrs(),
                    Verbatim.text(def.line()));
        }
        List<Tree> statements = new ArrayList<>(Statements.of(def.line().body, outer));
        Map<String, Expr> attrs = new LinkedHashMap<>(header.attrs());
        takeAttributes(statements, attrs);
        if (def.line().body.isEmpty()) {
            Problem.error(SyntaxRules.INDENTATION, def.span(), "no block follows")
                    .headline("a function must have a body")
                    .hint("write `pass` if there is nothing to do")
                    .to(problems);
        }
        BodyReader body = new BodyReader(scope, expressions, types, problems, outer);
        Block block = body.read(statements);
        return function(block, declaredReturns.orElse(body.returns()), attrs, "");
    }

    /** Takes {@code pl.func_attr({...})} from the head of a body. */
    private void takeAttributes(List<Tree> statements, Map<String, Expr> attrs) {
        int at =
                !statements.isEmpty()
                                && statements.getFirst() instanceof Tree.Plain p
                                && p.value() instanceof Node.Text
                        ? 1
                        : 0;
        if (statements.size() > at
                && statements.get(at) instanceof Tree.Plain p
                && p.value() instanceof Node.Call call
                && Node.path(call.function()).equals("pl.func_attr")
                && call.arguments().size() == 1) {
            statements.remove(at);
            try {
                attrs.putAll(expressions.calls().attrs(call.arguments().getFirst().value()));
            } catch (Rejected e) {
                // reported
            }
        }
    }

    private Function function(
            Block block, List<Type> returns, Map<String, Expr> attrs, String verbatim) {
        return new Function(
                def.name(),
                header.kind(),
                header.level(),
                header.role(),
                params,
                returns,
                block,
                attrs,
                verbatim,
                def.nameSpan());
    }
}
