package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.source.Span;

/**
 * Computes Python expressions over captured values: integers, floats, booleans, strings, element
 * types, enumeration constants, symbolic extents and lists of them. What it cannot compute becomes
 * {@link Value.Unknown}, which remembers why.
 */
final class Evaluator {
    private final Closures closures;

    Evaluator(Closures closures) {
        this.closures = closures;
    }

    Value eval(Node node) {
        try {
            return value(node);
        } catch (Arithmetic.Undefined e) {
            return new Value.Unknown(e.why(), node.span());
        } catch (Stop e) {
            return e.unknown;
        }
    }

    /** Ends an evaluation that cannot go on. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Value.Unknown unknown;

        Stop(String why, Span where) {
            this(new Value.Unknown(why, where));
        }

        Stop(Value.Unknown unknown) {
            super(unknown.why(), null, false, false);
            this.unknown = unknown;
        }
    }

    private Value value(Node node) {
        return switch (node) {
            case Node.Whole w -> new Value.Whole(w.value());
            case Node.Real r -> new Value.Real(r.value());
            case Node.Text t -> new Value.Text(t.value());
            case Node.Truth t -> new Value.Truth(t.value());
            case Node.Nothing n -> new Value.Nothing();
            case Node.Name name -> name(name);
            case Node.Attribute a -> attribute(a);
            case Node.Items i -> items(i);
            case Node.Binary b -> binary(b);
            case Node.Unary u -> Arithmetic.unary(u.op(), value(u.operand()));
            case Node.Compare c -> compare(c);
            case Node.Choice c ->
                    Arithmetic.truth(value(c.condition())) ? value(c.then()) : value(c.otherwise());
            case Node.Call c -> call(c);
            case Node.Subscript s -> subscript(s);
            case Node.Foreign f -> throw new Stop(f.what() + " is not evaluated", f.span());
            case Node.Dict d -> throw new Stop("a dictionary is not evaluated", d.span());
            case Node.Slice s -> throw new Stop("a slice is not evaluated", s.span());
            case Node.Ellipsis e -> throw new Stop("`...` is not a value", e.span());
        };
    }

    private Value name(Node.Name name) {
        Value value =
                closures.get(name.id())
                        .orElseThrow(() ->
                                new Stop(
                                        "`" + name.id() + "` is not known when a program is loaded",
                                        name.span()));
        if (value instanceof Value.Unknown unknown) {
            throw new Stop(unknown);
        }
        return value;
    }

    private Value attribute(Node.Attribute a) {
        String path = Node.path(a);
        return Constants.find(path)
                .orElseThrow(() ->
                        new Stop(
                                (path.isEmpty() ? "this" : "`" + path + "`") + " is not evaluated",
                                a.span()));
    }

    private Value items(Node.Items i) {
        List<Value> items = new ArrayList<>();
        i.items().forEach(item -> items.add(value(item)));
        return new Value.Items(items);
    }

    private Value binary(Node.Binary b) {
        Value left = value(b.left());
        if (b.op().equals("and")) {
            return Arithmetic.truth(left) ? value(b.right()) : left;
        }
        if (b.op().equals("or")) {
            return Arithmetic.truth(left) ? left : value(b.right());
        }
        return placed(Arithmetic.binary(b.op(), left, value(b.right())), b.span());
    }

    /** Symbolic extents get the place where they are written. */
    private static Value placed(Value value, Span span) {
        return value instanceof Value.Extent e && e.value() instanceof Expr.Binary b
                ? new Value.Extent(new Expr.Binary(b.op(), b.left(), b.right(), b.type(), span))
                : value;
    }

    private Value compare(Node.Compare c) {
        Value left = value(c.first());
        for (int i = 0; i < c.ops().size(); i++) {
            Value right = value(c.rest().get(i));
            if (!Arithmetic.compare(c.ops().get(i), left, right)) {
                return new Value.Truth(false);
            }
            left = right;
        }
        return new Value.Truth(true);
    }

    private Value subscript(Node.Subscript s) {
        Value of = value(s.of());
        Value index = value(s.indices().getFirst());
        if (of instanceof Value.Items items
                && index instanceof Value.Whole w
                && s.indices().size() == 1) {
            long at = w.value() < 0 ? w.value() + items.items().size() : w.value();
            if (at >= 0 && at < items.items().size()) {
                return items.items().get((int) at);
            }
        }
        throw new Stop("this subscript is not evaluated", s.span());
    }

    private Value call(Node.Call c) {
        String path = Node.path(c.function());
        if (path.equals("pl.dynamic")) {
            return dynamic(c);
        }
        if (c.function() instanceof Node.Attribute a
                && a.name().equals("get_byte")
                && c.arguments().isEmpty()) {
            if (value(a.of()) instanceof Value.Element element) {
                return new Value.Whole(element.value().bytes());
            }
        }
        List<Value> arguments = new ArrayList<>();
        for (Node.Argument argument : c.arguments()) {
            if (!argument.name().isEmpty()) {
                throw new Stop("a call of `" + path + "` is not evaluated", c.span());
            }
            arguments.add(value(argument.value()));
        }
        return builtin(path, arguments, c.span());
    }

    private Value dynamic(Node.Call c) {
        if (c.arguments().size() == 1
                && value(c.arguments().getFirst().value()) instanceof Value.Text name
                && Words.isName(name.value())) {
            return new Value.Extent(new Dim(name.value(), c.span()));
        }
        throw new Stop("pl.dynamic takes one string, which is a name", c.span());
    }

    private static Value builtin(String name, List<Value> a, Span span) {
        boolean several = a.size() > 1;
        List<Value> candidates =
                a.size() == 1 && a.getFirst() instanceof Value.Items items
                        ? items.items()
                        : several ? a : List.of();
        return switch (name) {
            case "min" -> extreme(candidates, "<", span);
            case "max" -> extreme(candidates, ">", span);
            case "abs" ->
                    Arithmetic.compare("<", one(a, span), new Value.Whole(0))
                            ? Arithmetic.unary("-", one(a, span))
                            : one(a, span);
            case "int" ->
                    new Value.Whole(
                            one(a, span) instanceof Value.Real r
                                    ? (long) r.value()
                                    : Arithmetic.whole(one(a, span)));
            case "float" -> toFloat(one(a, span), span);
            case "bool" -> new Value.Truth(Arithmetic.truth(one(a, span)));
            case "len" -> {
                if (one(a, span) instanceof Value.Items items) {
                    yield new Value.Whole(items.items().size());
                }
                throw new Stop("len is evaluated for lists only", span);
            }
            default ->
                    throw new Stop(
                            "a call of `" + (name.isEmpty() ? "this" : name) + "` is not evaluated",
                            span);
        };
    }

    private static Value one(List<Value> arguments, Span span) {
        if (arguments.size() != 1) {
            throw new Stop("one operand is needed here", span);
        }
        return arguments.getFirst();
    }

    private static Value toFloat(Value a, Span span) {
        if (a instanceof Value.Text t) {
            return switch (t.value()) {
                case "inf" -> new Value.Real(Double.POSITIVE_INFINITY);
                case "-inf" -> new Value.Real(Double.NEGATIVE_INFINITY);
                case "nan" -> new Value.Real(Double.NaN);
                default -> throw new Stop("this string is not evaluated as a float", span);
            };
        }
        return new Value.Real(Arithmetic.real(a));
    }

    private static Value extreme(List<Value> values, String better, Span span) {
        Optional<Value> best = Optional.empty();
        for (Value value : values) {
            if (best.isEmpty() || Arithmetic.compare(better, value, best.get())) {
                best = Optional.of(value);
            }
        }
        return best.orElseThrow(() -> new Stop("there is nothing to choose from", span));
    }
}
