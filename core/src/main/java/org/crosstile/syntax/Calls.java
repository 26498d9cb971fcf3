package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.SplitMode;
import org.crosstile.model.Binding;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Op;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Reads calls: of operators, of functions of the program, and of the constructs that look like
 * calls.
 */
final class Calls {
    private final Expressions expressions;
    private final Catalogued operators;
    private final FunctionCalls functions;
    private final Map<String, Span> allocations;
    private final Problems problems;

    /** How the region around divides what crosses. */
    private SplitMode regionMode = SplitMode.NONE;

    Calls(
            Expressions expressions,
            Signatures signatures,
            Catalogued operators,
            Map<String, Span> allocations,
            Problems problems) {
        this.expressions = expressions;
        this.operators = operators;
        this.allocations = allocations;
        this.problems = problems;
        this.functions = new FunctionCalls(expressions, signatures, problems);
    }

    /**
     * Enters a region that divides tiles between vector cores, or goes back to the one around it.
     *
     * @return the mode until now
     */
    SplitMode enterRegion(SplitMode mode) {
        SplitMode outer = regionMode;
        regionMode = mode;
        return outer;
    }

    /** Reads a call that may stand anywhere. */
    Expr call(Node.Call call) {
        Optional<Value> bytes = byteCount(call);
        if (bytes.isPresent()) {
            return bytes.get().toExpr(call.span());
        }
        String path = Node.path(call.function());
        if (functions.isFunction(path)) {
            return functions.call(call, path);
        }
        return switch (path) {
            case "pl.const" -> constant(call);
            case "pl.dynamic" -> captured(call);
            case "pl.submit", "pl.spmd_submit" -> functions.submit(call, path);
            case "pl.yield_" -> throw misplaced(call, SyntaxRules.YIELD_PLACE, "it stands here");
            case "pl.range", "pl.parallel", "pl.unroll", "pl.pipeline", "pl.while_" ->
                    throw misplaced(
                            call, SyntaxRules.LOOP_ITERABLE, "this belongs behind `for ... in`");
            case "pl.at", "pl.manual_scope", "pl.cluster", "pl.spmd", "pl.split_aiv" ->
                    throw misplaced(call, SyntaxRules.SCOPE, "this belongs behind `with`");
            default -> {
                if (path.startsWith("pl.") || path.startsWith("pld.")) {
                    yield operator(path, call);
                }
                throw functions.unknown(call, path);
            }
        };
    }

    /** {@code attrs={"key": value}}. */
    Map<String, Expr> attrs(Node node) {
        return functions.attrs(node);
    }

    private Rejected misplaced(Node.Call call, org.crosstile.source.Rule rule, String found) {
        Problem.error(rule, call.span(), found).to(problems);
        return new Rejected();
    }

    /**
     * {@code pl.INT32.get_byte()}, also of a captured element type; empty if this is something
     * else.
     */
    Optional<Value> byteCount(Node.Call call) {
        if (call.function() instanceof Node.Attribute a
                && a.name().equals("get_byte")
                && call.arguments().isEmpty()
                && expressions.constant(a.of()) instanceof Value.Element element) {
            return Optional.of(new Value.Whole(element.value().bytes()));
        }
        return Optional.empty();
    }

    /** A call that only Python's evaluation knows: {@code pl.dynamic("NR")}. */
    private Expr captured(Node.Call call) {
        Value value = expressions.constant(call);
        if (value instanceof Value.Unknown unknown) {
            Problem.error(SyntaxRules.NOT_EVALUATED, unknown.where(), unknown.why()).to(problems);
            throw new Rejected();
        }
        return value.toExpr(call.span());
    }

    private Expr constant(Node.Call call) {
        List<Node.Argument> given = call.arguments();
        if (given.size() == 2
                && expressions.constant(given.get(1).value()) instanceof Value.Element element
                && expressions.constant(given.getFirst().value()).isNumber()) {
            Value value = expressions.constant(given.getFirst().value());
            DType dtype = element.value();
            if (dtype == DType.BOOL) {
                return new Expr.Bool(Arithmetic.truth(value), call.span());
            }
            if (dtype.isFloat()) {
                return new Expr.Real(Arithmetic.real(value), dtype, call.span());
            }
            if (dtype.isInteger() && !(value instanceof Value.Real)) {
                long number = Arithmetic.whole(value);
                if (dtype.wrap(number) == number) {
                    return new Expr.Int(number, dtype, call.span());
                }
                Problem.error(
                                SyntaxRules.NUMBER,
                                given.getFirst().value().span(),
                                "this does not fit in " + dtype)
                        .to(problems);
                throw new Rejected();
            }
        }
        Problem.error(SyntaxRules.CONST, call.span(), "this is not pl.const(number, element type)")
                .hint("for example pl.const(4, pl.INT32)")
                .to(problems);
        throw new Rejected();
    }

    private Expr operator(String path, Node.Call call) {
        List<Op> candidates = candidates(path, call);
        if (candidates.getFirst() instanceof Capability.AllocatesWindow) {
            Problem.error(
                            SyntaxRules.ALLOC_TARGET,
                            call.span(),
                            "this allocation is not assigned to a name")
                    .hint("write buf = " + path + "(...) as a statement of its own")
                    .to(problems);
            throw new Rejected();
        }
        return bind(candidates, path, call, List.of());
    }

    /** Whether a call allocates a window buffer. */
    boolean isAllocation(Node node) {
        if (!(node instanceof Node.Call call)) {
            return false;
        }
        List<Op> ops = operators.named(Node.path(call.function()));
        return !ops.isEmpty() && ops.getFirst() instanceof Capability.AllocatesWindow;
    }

    /** Reads the allocation that is assigned to a name. */
    Expr allocation(Node.Call call, String name, Span nameSpan) {
        for (Node.Argument argument : call.arguments()) {
            if (argument.name().equals("name")) {
                Problem.error(SyntaxRules.ALLOC_NAME, argument.span(), "the name is given here")
                        .hint("remove it: the name is `" + name + "`")
                        .to(problems);
                throw new Rejected();
            }
        }
        Expr text = new Expr.Text(name, nameSpan);
        String path = Node.path(call.function());
        Expr bound =
                bind(
                        candidates(path, call),
                        path,
                        call,
                        List.of(new Binding.Keyword("name", text, nameSpan)));
        Span first = allocations.putIfAbsent(name, nameSpan);
        if (first != null) {
            Problem.error(SyntaxRules.ALLOC_TWICE, nameSpan, "`" + name + "` again")
                    .headline("`" + name + "` must name one allocation of the program")
                    .see(first, "allocated here")
                    .hint("choose another name")
                    .to(problems);
            throw new Rejected();
        }
        return bound;
    }

    private List<Op> candidates(String path, Node.Call call) {
        List<Op> candidates = operators.named(path);
        if (candidates.isEmpty()) {
            throw new UnknownOperators(operators, problems).report(path, call.function().span());
        }
        return candidates;
    }

    /** An operator by name, for constructs that stand for a call of it. */
    Op named(String name, Node place) {
        List<Op> ops = operators.named(name);
        if (ops.isEmpty()) {
            throw new UnknownOperators(operators, problems).report(name, place.span());
        }
        return ops.getFirst();
    }

    private Expr bind(
            List<Op> candidates, String path, Node.Call call, List<Binding.Keyword> injected) {
        List<Expr> positional = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        List<Binding.Keyword> keywords = new ArrayList<>(injected);
        Map<String, Expr> attrs = new LinkedHashMap<>();
        boolean failed = false;
        for (Node.Argument argument : call.arguments()) {
            try {
                if (argument.name().equals("attrs")) {
                    attrs.putAll(functions.attrs(argument.value()));
                } else if (argument.name().isEmpty()) {
                    positional.add(expressions.operand(argument.value()));
                    spans.add(argument.value().span());
                } else {
                    Expr value = expressions.operand(argument.value());
                    Span at = argument.value().span();
                    keywords.add(new Binding.Keyword(argument.name(), value, argument.span(), at));
                }
            } catch (Rejected e) {
                failed = true;
            }
        }
        if (failed) {
            throw new Rejected();
        }
        Op op = Operands.choose(candidates, positional, keywords);
        if (op instanceof Capability.CrossesLanes crossing
                && keywords.stream().noneMatch(k -> k.name().equals(crossing.split().name()))) {
            Expr mode = new Expr.Code(regionMode, call.span());
            keywords.add(new Binding.Keyword(crossing.split().name(), mode, call.span()));
        }
        return finish(
                path, bound(op, positional, spans, keywords, call.span()), positional, attrs, call);
    }

    /** Binds operands that have been read already. */
    Expr bound(Op op, List<Expr> positional, List<Binding.Keyword> keywords, Node place) {
        return bound(
                op,
                positional,
                positional.stream().map(Expr::span).toList(),
                keywords,
                place.span());
    }

    private Expr bound(
            Op op,
            List<Expr> positional,
            List<Span> spans,
            List<Binding.Keyword> keywords,
            Span span) {
        return Binding.bind(
                        op,
                        Operands.positional(op, positional),
                        spans,
                        Operands.keywords(op, keywords),
                        span,
                        problems)
                .orElseThrow(Rejected::new);
    }

    private Expr finish(
            String path, Expr result, List<Expr> given, Map<String, Expr> attrs, Node.Call call) {
        if (result instanceof Expr.Call c) {
            return attrs.isEmpty() ? c : new Expr.Call(c.op(), c.args(), attrs, c.type(), c.span());
        }
        // Scalar forms are plain arithmetic, and that keeps the shape of the text.
        if (given.size() == 2 && (path.equals("pl.min") || path.equals("pl.max"))) {
            BinaryOp op = path.equals("pl.min") ? BinaryOp.MIN : BinaryOp.MAX;
            return isCapturedNumber(call.arguments().getFirst())
                            && isCapturedNumber(call.arguments().getLast())
                    ? result
                    : expressions.scalars(op, given.getFirst(), given.getLast(), call.span());
        }
        if (path.equals("pl.cast") && !given.isEmpty() && result.type() instanceof Type.Scalar s) {
            Expr operand = given.getFirst();
            return Exprs.dtype(operand) == s.dtype()
                    ? operand
                    : new Expr.Cast(operand, s.dtype(), call.span());
        }
        return result;
    }

    private boolean isCapturedNumber(Node.Argument argument) {
        return argument.value() instanceof Node.Whole
                || argument.value() instanceof Node.Real
                || expressions.fold(argument.value()).isPresent()
                || (argument.value() instanceof Node.Name
                        && expressions.constant(argument.value()).isNumber());
    }
}
