package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.abi.DType;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Expr.UnaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/**
 * Reads expressions of DSL bodies. Arithmetic on captured numbers is done at once, all other
 * arithmetic is kept in exactly the shape of the text. Every method reports what is wrong and
 * throws {@link Rejected}.
 */
final class Expressions {
    private final Closures closures;
    private final Evaluator evaluator;
    private final Scope scope;
    private final Problems problems;
    private final Calls calls;
    private final Subscripts subscripts;

    Expressions(
            Closures closures,
            Scope scope,
            Signatures signatures,
            Catalogued operators,
            Map<String, Span> allocations,
            Problems problems) {
        this.closures = closures;
        this.evaluator = new Evaluator(closures);
        this.scope = scope;
        this.problems = problems;
        this.calls = new Calls(this, signatures, operators, allocations, problems);
        this.subscripts = new Subscripts(this, calls, problems);
    }

    Calls calls() {
        return calls;
    }

    Subscripts subscripts() {
        return subscripts;
    }

    /** A value: something that can be assigned, passed to a function or returned. */
    Expr value(Node node) {
        Expr value = operand(node);
        String found =
                switch (value) {
                    case Expr.Text t -> "this is a string";
                    case Expr.Element e -> "this is an element type";
                    case Expr.Code c -> "this is a constant of an enumeration";
                    default -> "";
                };
        if (!found.isEmpty()) {
            Problem.error(SyntaxRules.NOT_A_VALUE, node.span(), found).to(problems);
            throw new Rejected();
        }
        return value;
    }

    /**
     * What a slot of an operator may hold: a value, or a string, an element type, an enumeration's
     * constant.
     */
    Expr operand(Node node) {
        Optional<Value> folded = fold(node);
        if (folded.isPresent()) {
            return folded.get().toExpr(node.span());
        }
        return switch (node) {
            case Node.Name name -> name(name);
            case Node.Attribute a -> attribute(a);
            case Node.Items items -> tuple(items);
            case Node.Call call -> calls.call(call);
            case Node.Subscript s -> subscripts.read(s);
            case Node.Binary b -> binary(b);
            case Node.Unary u -> unary(u);
            case Node.Compare c -> compare(c);
            case Node.Choice c ->
                    throw unsupported(c, "a conditional expression", "use an if statement");
            case Node.Foreign f -> throw unsupported(f, f.what(), "");
            case Node.Dict d -> throw unsupported(d, "a dictionary", "");
            case Node.Ellipsis e -> throw unsupported(e, "`...`", "");
            case Node.Slice s -> throw unsupported(s, "a slice", "");
            default -> evaluator.eval(node).toExpr(node.span());
        };
    }

    /** An integer scalar, or a symbolic extent. */
    Expr extent(Node node) {
        Value known = constant(node);
        Expr extent = known instanceof Value.Unknown ? value(node) : known.toExpr(node.span());
        if (!(extent.type() instanceof Type.Scalar s) || !s.dtype().isInteger()) {
            Problem.error(SyntaxRules.EXTENT, node.span(), "this is " + found(extent)).to(problems);
            throw new Rejected();
        }
        return extent;
    }

    /** A scalar condition. */
    Expr condition(Node node) {
        Expr condition = value(node);
        if (!(condition.type() instanceof Type.Scalar s) || s.dtype() == DType.TASK_ID) {
            Problem.error(SyntaxRules.CONDITION, node.span(), "this is " + found(condition))
                    .to(problems);
            throw new Rejected();
        }
        return condition;
    }

    /** The value of an expression over captured names alone; unknown if it has none. */
    Value constant(Node node) {
        return usesVariables(node)
                ? new Value.Unknown("it depends on a variable", node.span())
                : evaluator.eval(node);
    }

    private boolean usesVariables(Node node) {
        return switch (node) {
            case Node.Name name -> scope.has(name.id());
            case Node.Attribute a -> usesVariables(a.of());
            case Node.Items i -> i.items().stream().anyMatch(this::usesVariables);
            case Node.Binary b -> usesVariables(b.left()) || usesVariables(b.right());
            case Node.Unary u -> usesVariables(u.operand());
            case Node.Compare c ->
                    usesVariables(c.first()) || c.rest().stream().anyMatch(this::usesVariables);
            case Node.Call c -> c.arguments().stream().anyMatch(a -> usesVariables(a.value()));
            case Node.Subscript s ->
                    usesVariables(s.of()) || s.indices().stream().anyMatch(this::usesVariables);
            case Node.Choice c ->
                    usesVariables(c.condition())
                            || usesVariables(c.then())
                            || usesVariables(c.otherwise());
            default -> false;
        };
    }

    /** The number that arithmetic on captured numbers gives; empty if this is something else. */
    Optional<Value> fold(Node node) {
        if (!(node instanceof Node.Binary || node instanceof Node.Unary) || !isCaptured(node)) {
            return Optional.empty();
        }
        Value value = evaluator.eval(node);
        if (value instanceof Value.Unknown unknown) {
            notEvaluated(unknown);
            throw new Rejected();
        }
        return Optional.of(value);
    }

    private boolean isCaptured(Node node) {
        return switch (node) {
            case Node.Whole w -> true;
            case Node.Real r -> true;
            case Node.Truth t -> true;
            case Node.Name name ->
                    !scope.has(name.id())
                            && closures.get(name.id()).map(Value::isNumber).orElse(false);
            case Node.Binary b ->
                    !isForeign(b.op()) && isCaptured(b.left()) && isCaptured(b.right());
            case Node.Unary u -> isCaptured(u.operand());
            case Node.Call c -> calls.byteCount(c).isPresent();
            default -> false;
        };
    }

    /** Operators that a body may not use, whatever the operands are. */
    private static boolean isForeign(String op) {
        return Arithmetic.operator(op).isEmpty() || op.equals("and") || op.equals("or");
    }

    private void notEvaluated(Value.Unknown unknown) {
        Problem.error(SyntaxRules.NOT_EVALUATED, unknown.where(), unknown.why()).to(problems);
    }

    private Expr name(Node.Name name) {
        Optional<Var> var = scope.read(name.id(), name.span());
        if (var.isPresent()) {
            return var.get();
        }
        Optional<Value> captured = closures.get(name.id());
        if (captured.isPresent()) {
            return captured(name, captured.get());
        }
        Set<String> known = new TreeSet<>(scope.names());
        known.addAll(closures.names());
        Problem.error(
                        SyntaxRules.UNDEFINED_NAME,
                        name.span(),
                        "`" + name.id() + "` is not defined here")
                .headline("`" + name.id() + "` must be defined before it is used")
                .hint(
                        Names.closest(name.id(), known)
                                .map(close -> "did you mean `" + close + "`?")
                                .orElse(""))
                .to(problems);
        throw new Rejected();
    }

    private Expr captured(Node.Name name, Value value) {
        if (value instanceof Value.Unknown unknown) {
            Problem.error(
                            SyntaxRules.NOT_EVALUATED,
                            name.span(),
                            "`" + name.id() + "` is used here")
                    .headline("`" + name.id() + "` must be known when the program is loaded")
                    .see(unknown.where(), unknown.why())
                    .to(problems);
            throw new Rejected();
        }
        if (value instanceof Value.Unit || value instanceof Value.Nothing) {
            Problem.error(SyntaxRules.NOT_A_VALUE, name.span(), "this is " + value.describe())
                    .to(problems);
            throw new Rejected();
        }
        return value instanceof Value.Extent e && e.value() instanceof Dim d
                ? new Dim(d.name(), name.span())
                : value.toExpr(name.span());
    }

    private Expr attribute(Node.Attribute a) {
        String path = Node.path(a);
        Optional<Value> constant = Constants.find(path);
        if (constant.isPresent()) {
            return constant.get().toExpr(a.span());
        }
        if (path.startsWith("pl.") || path.startsWith("pld.")) {
            Problem.error(SyntaxRules.UNKNOWN_CONSTANT, a.span(), "there is no `" + path + "`")
                    .hint(
                            Names.closest(path, Constants.names())
                                    .map(c -> "did you mean `" + c + "`?")
                                    .orElse(""))
                    .to(problems);
            throw new Rejected();
        }
        if (a.of() instanceof Node.Name name) {
            name(name);
        }
        throw unsupported(a, "an attribute", "values of the language have no attributes");
    }

    private Expr tuple(Node.Items items) {
        List<Expr> all = new ArrayList<>();
        items.items().forEach(item -> all.add(operand(item)));
        return new Expr.Tuple(all, items.span());
    }

    private Expr binary(Node.Binary b) {
        Optional<BinaryOp> op = Arithmetic.operator(b.op());
        if (op.isEmpty()) {
            throw unsupported(b, "`" + b.op() + "`", "");
        }
        Expr left = value(b.left());
        Expr right = value(b.right());
        return scalars(op.get(), left, right, b.span());
    }

    /** A scalar operation in exactly this shape. */
    Expr scalars(BinaryOp op, Expr left, Expr right, Span span) {
        requireScalar(op.symbol(), left, op.isLogic());
        requireScalar(op.symbol(), right, op.isLogic());
        DType a = Exprs.dtype(left);
        DType b = Exprs.dtype(right);
        boolean fits = op.isLogic() || Exprs.promotes(a, b);
        if (!fits) {
            Problem.error(SyntaxRules.SCALARS, span, "one side is " + a + ", the other " + b)
                    .headline("`" + op.symbol() + "` takes two integers or two floats")
                    .hint("convert one side: pl.cast(..., pl." + (a.isFloat() ? a : b) + ")")
                    .to(problems);
            throw new Rejected();
        }
        return Exprs.exact(op, left, right, span);
    }

    private void requireScalar(String op, Expr operand, boolean truth) {
        boolean scalar = operand.type() instanceof Type.Scalar s && s.dtype() != DType.TASK_ID;
        boolean bool = scalar && Exprs.dtype(operand) == DType.BOOL;
        if (scalar && (truth || !bool || op.equals("==") || op.equals("!="))) {
            return;
        }
        boolean data =
                operand.type() instanceof Type.TensorLike || operand.type() instanceof Type.Tile;
        Problem.error(SyntaxRules.SCALARS, operand.span(), "this is " + found(operand))
                .headline("`" + op.strip() + "` takes scalars")
                .hint(data ? "use the operator: pl.add, pl.sub, pl.mul, pl.div" : "")
                .to(problems);
        throw new Rejected();
    }

    private Expr unary(Node.Unary u) {
        Expr operand = value(u.operand());
        return switch (u.op()) {
            case "not" -> {
                requireScalar("not", operand, true);
                yield new Expr.Unary(UnaryOp.NOT, operand, Type.BOOL, u.span());
            }
            case "-" -> {
                requireScalar("-", operand, false);
                yield new Expr.Unary(UnaryOp.NEG, operand, operand.type(), u.span());
            }
            case "~" -> {
                requireScalar("~", operand, false);
                yield new Expr.Unary(UnaryOp.INVERT, operand, operand.type(), u.span());
            }
            default -> operand;
        };
    }

    private Expr compare(Node.Compare c) {
        if (c.ops().size() > 1) {
            Problem.error(SyntaxRules.CHAINED, c.span(), c.ops().size() + " operators in a row")
                    .hint("write two comparisons joined by `and`")
                    .to(problems);
            throw new Rejected();
        }
        Optional<BinaryOp> op = Arithmetic.operator(c.ops().getFirst());
        if (op.isEmpty()) {
            throw unsupported(c, "`" + c.ops().getFirst() + "`", "");
        }
        return scalars(op.get(), value(c.first()), value(c.rest().getFirst()), c.span());
    }

    /** Reports something of Python that bodies may not hold. */
    Rejected unsupported(Node node, String what, String hint) {
        Problem.error(SyntaxRules.UNSUPPORTED_EXPRESSION, node.span(), "this is " + what)
                .headline(what + " is not part of the language")
                .hint(hint)
                .to(problems);
        return new Rejected();
    }

    /** Whether a name is a variable of the function. */
    boolean isVariable(String name) {
        return scope.has(name);
    }

    /** How messages name what was found. */
    static String found(Expr value) {
        return org.crosstile.model.Binding.found(value);
    }
}
