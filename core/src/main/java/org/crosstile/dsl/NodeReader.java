package org.crosstile.dsl;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.model.Binding;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Expr.UnaryOp;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Op;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Span;

/** Turns nodes into expressions, by the rules of the text form. */
final class NodeReader {
    private final Variables variables;
    private final Map<String, Function> functions;
    private final Map<String, Span> allocations;
    private final Problems problems;
    private final PartReader parts;
    private final Map<Node, Expr> values = new IdentityHashMap<>();

    NodeReader(
            Variables variables,
            Map<String, Function> functions,
            Map<String, Span> allocations,
            Problems problems) {
        this.variables = variables;
        this.functions = functions;
        this.allocations = allocations;
        this.problems = problems;
        this.parts = new PartReader(this, problems);
    }

    Type type(ValueType type) {
        return switch (type) {
            case ValueType.OfTensor t -> new Type.Tensor(extents(t.shape()), t.dtype());
            case ValueType.OfWindow w -> new Type.Window(extents(w.shape()), w.dtype());
            case ValueType.OfScalar s -> new Type.Scalar(s.dtype());
        };
    }

    private List<Expr> extents(Shape shape) {
        List<Expr> extents = new ArrayList<>();
        shape.node().items().forEach(item -> extents.add(value(item)));
        return extents;
    }

    /** The expression of a node that is available. */
    Expr value(Node node) {
        return switch (node) {
            case Node.Literal literal -> literal.value();
            case Node.Variable variable -> variables.find(variable).orElseThrow(Rejected::new);
            case Node.Items items -> {
                List<Expr> all = new ArrayList<>();
                items.items().forEach(item -> all.add(value(item)));
                yield new Expr.Tuple(all, Span.NONE);
            }
            default -> {
                Expr known = values.get(node);
                if (known != null) {
                    yield known;
                }
                if (node.home().isEmpty()) {
                    yield read(node);
                }
                throw new Rejected();
            }
        };
    }

    /** From now on the node is a variable. */
    void becomes(Node node, Var var) {
        values.put(node, var);
    }

    /** Makes the expression of a node whose operands are available. */
    Expr read(Node node) {
        Expr value =
                switch (node) {
                    case Node.Calc calc -> calculate(calc);
                    case Node.Apply apply -> apply(apply);
                    case Node.Invoke invoke -> invoke(invoke);
                    case Node.Part part -> parts.read(part);
                    case Node.Stated stated -> stated(stated);
                    default -> value(node);
                };
        values.put(node, value);
        return value;
    }

    private Expr stated(Node.Stated node) {
        Expr value = value(node.value());
        if (!node.kind().isInstance(value.type())) {
            Problem.error(DslRules.KIND, node.place(), "this is " + found(value))
                    .headline(
                            "what is asked for is a "
                                    + node.kind()
                                            .getSimpleName()
                                            .toLowerCase(java.util.Locale.ROOT))
                    .to(problems);
            throw new Rejected();
        }
        return value;
    }

    private Expr calculate(Node.Calc node) {
        List<Expr> operands = new ArrayList<>();
        node.operands().forEach(operand -> operands.add(value(operand)));
        Expr first = operands.getFirst();
        if (operands.size() == 1) {
            UnaryOp op = node.symbol().equals("-") ? UnaryOp.NEG : UnaryOp.NOT;
            return new Expr.Unary(
                    op, first, op == UnaryOp.NOT ? Type.BOOL : first.type(), node.place());
        }
        return scalars(operator(node.symbol()), first, operands.get(1), node.place());
    }

    private static BinaryOp operator(String symbol) {
        for (BinaryOp op : BinaryOp.values()) {
            if (op.symbol().equals(symbol)) {
                return op;
            }
        }
        throw new IllegalArgumentException(symbol);
    }

    private Expr scalars(BinaryOp op, Expr left, Expr right, Span place) {
        DType a = Exprs.dtype(left);
        DType b = Exprs.dtype(right);
        if (!op.isLogic() && !Exprs.promotes(a, b)) {
            Problem.error(DslRules.SCALARS, place, "one side is " + a + ", the other " + b)
                    .headline("`" + op.symbol() + "` takes two integers or two floats")
                    .hint("convert one side: Pl.cast(..., " + (a.isFloat() ? a : b) + ")")
                    .to(problems);
            throw new Rejected();
        }
        return Exprs.exact(op, left, right, place);
    }

    private Expr apply(Node.Apply node) {
        Op op = Catalogue.standard().named(node.op()).getFirst();
        List<Expr> positional = new ArrayList<>();
        List<Span> spans = new ArrayList<>();
        for (Node operand : node.positional()) {
            positional.add(placed(value(operand), node.place()));
            spans.add(spot(operand, node.place()));
        }
        List<Binding.Keyword> keywords = new ArrayList<>();
        for (Node.Keyword keyword : node.keywords()) {
            Expr value = placed(value(keyword.value()), node.place());
            Span at = spot(keyword.value(), node.place());
            keywords.add(new Binding.Keyword(keyword.name(), value, at, at));
        }
        Expr result =
                Binding.bind(op, positional, spans, keywords, node.place(), problems)
                        .orElseThrow(Rejected::new);
        return at(result, node.place());
    }

    /** A list of operands, which has no place of its own, where the call stands. */
    private static Expr placed(Expr value, Span place) {
        return value instanceof Expr.Tuple t && t.span().isNone()
                ? new Expr.Tuple(t.items(), place)
                : value;
    }

    private static Span spot(Node operand, Span call) {
        boolean own = !(operand instanceof Node.Variable) && !operand.place().isNone();
        return own ? operand.place() : call;
    }

    /** Plain arithmetic, which operators on scalars become, stands where the call stands. */
    private static Expr at(Expr value, Span place) {
        return switch (value) {
            case Expr.Binary b -> new Expr.Binary(b.op(), b.left(), b.right(), b.type(), place);
            case Expr.Cast c -> new Expr.Cast(c.operand(), c.to(), place);
            default -> value;
        };
    }

    private Expr invoke(Node.Invoke node) {
        Function callee = Optional.ofNullable(functions.get(node.function())).orElseThrow();
        List<Expr> args = new ArrayList<>();
        node.args().forEach(arg -> args.add(value(arg)));
        Map<String, Expr> attrs = new LinkedHashMap<>();
        node.attrs().forEach((key, value) -> attrs.put(key, value(value)));
        if (args.size() != callee.params().size()) {
            Problem.error(DslRules.CALL_ARITY, node.place(), args.size() + " operands given")
                    .headline(
                            "`" + callee.name() + "` takes " + callee.params().size() + " operands")
                    .see(callee.span(), "declared here")
                    .to(problems);
            throw new Rejected();
        }
        if (attrs.containsKey("device") && callee.role() != Function.Role.Orchestrator) {
            Problem.error(DslRules.CALL_DEVICE, node.place(), "`" + callee.name() + "` is a kernel")
                    .headline("`" + callee.name() + "` does not take device=")
                    .see(callee.span(), "declared here")
                    .hint("call an orchestration that calls it")
                    .to(problems);
            throw new Rejected();
        }
        List<Type> types = new ArrayList<>(callee.returns());
        if (attrs.containsKey("submit")) {
            types.add(Type.TASK_ID);
        }
        Type type =
                switch (types.size()) {
                    case 0 -> Type.Opaque.UNKNOWN;
                    case 1 -> types.getFirst();
                    default -> new Type.Tuple(types);
                };
        return new Expr.FnCall(callee.name(), args, attrs, type, node.place());
    }

    /** An allocation's name is part of the program, and must be the only one. */
    void checkName(Expr value, Body.Line.Let line) {
        if (!(value instanceof Expr.Call call)
                || !(call.op() instanceof Capability.AllocatesWindow)) {
            return;
        }
        String name = line.target().name();
        Span first = allocations.putIfAbsent(name, line.place());
        if (first != null) {
            Problem.error(DslRules.ALLOC_TWICE, line.place(), "`" + name + "` again")
                    .headline("`" + name + "` must name one allocation of the program")
                    .see(first, "allocated here")
                    .hint("choose another name")
                    .to(problems);
            throw new Rejected();
        }
    }

    /** How messages name what was found. */
    static String found(Expr value) {
        return Binding.found(value);
    }

    /** What a value is called that has no name. */
    static String hint(Node node) {
        return switch (node) {
            case Node.Apply apply -> apply.op().substring(apply.op().lastIndexOf('.') + 1);
            case Node.Invoke invoke -> invoke.function() + "_result";
            case Node.Part part -> "part";
            default -> "v";
        };
    }
}
