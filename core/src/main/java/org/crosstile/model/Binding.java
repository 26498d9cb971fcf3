package org.crosstile.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.source.Names;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/** Binds operands to slots, by position and by keyword, and checks their kinds. */
public final class Binding {
    public static final Rule UNKNOWN_KEYWORD =
            Rule.of("call-unknown-keyword", "keywords must be operands of the operator");
    public static final Rule TOO_MANY =
            Rule.of("call-too-many-operands", "operands must fit the operator's slots");
    public static final Rule TWICE = Rule.of("call-operand-twice", "an operand must be given once");
    public static final Rule GROUP =
            Rule.of(
                    "call-operand-group",
                    "operands of a group must be given together or not at all");
    public static final Rule NOT_INTEGER =
            Rule.of("call-list-integers", "a list of integers holds integer scalars");

    private Binding() {}

    /**
     * The rules about calls that hold for every operator; those of the slots come from {@link Op}.
     */
    public static List<Rule> rules() {
        return List.of(UNKNOWN_KEYWORD, TOO_MANY, TWICE, GROUP, NOT_INTEGER);
    }

    static Rule missing(Op op, Slot slot) {
        return op.slotRule(slot, "missing", "`" + slot.name() + "` must be given");
    }

    static Rule kind(Op op, Slot slot) {
        return op.slotRule(slot, "kind", "`" + slot.name() + "` must be " + slot.kind().phrase());
    }

    static Rule rank(Op op, Slot slot) {
        Slot of = ((Kind.Indices) slot.kind()).of().orElseThrow();
        return op.slotRule(
                slot,
                "rank",
                "`" + slot.name() + "` must have one entry per dimension of `" + of.name() + "`");
    }

    /**
     * A keyword operand as written.
     *
     * @param span the whole of it, name and value
     * @param valueSpan where the value stands
     */
    public record Keyword(String name, Expr value, Span span, Span valueSpan) {
        public Keyword(String name, Expr value, Span span) {
            this(name, value, span, value.span());
        }
    }

    /**
     * Binds and checks a call.
     *
     * @return the expression, or empty if problems were reported
     */
    public static Optional<Expr> bind(
            Op op, List<Expr> positional, List<Keyword> keywords, Span span, Problems problems) {
        return bind(
                op,
                positional,
                positional.stream().map(Expr::span).toList(),
                keywords,
                span,
                problems);
    }

    /**
     * Binds and checks a call whose operands stand in a text. A variable only knows where it was
     * first named; problems about an operand are reported where the operand stands.
     *
     * @param spans where the positional operands stand
     * @return the expression, or empty if problems were reported
     */
    public static Optional<Expr> bind(
            Op op,
            List<Expr> positional,
            List<Span> spans,
            List<Keyword> keywords,
            Span span,
            Problems problems) {
        UseSites uses = new UseSites(span);
        for (int i = 0; i < positional.size(); i++) {
            uses.add(positional.get(i), spans.get(i));
        }
        keywords.forEach(keyword -> uses.add(keyword.value(), keyword.valueSpan()));
        Problems found = new Problems();
        Optional<Expr> bound = bindAndCheck(op, positional, spans, keywords, span, found);
        found.sorted().forEach(problem -> problems.add(uses.relocate(problem)));
        return bound;
    }

    private static Optional<Expr> bindAndCheck(
            Op op,
            List<Expr> positional,
            List<Span> spans,
            List<Keyword> keywords,
            Span span,
            Problems problems) {
        int before = problems.errors();
        Expr[] bound = new Expr[op.slots().size()];
        Span[] places = new Span[bound.length];
        Arrays.fill(places, span);
        bindPositional(op, positional, bound, problems);
        List<Slot> open = open(op);
        for (int i = 0; i < Math.min(open.size(), spans.size()); i++) {
            places[op.indexOf(open.get(i))] = spans.get(i);
        }
        for (Keyword keyword : keywords) {
            bindKeyword(op, keyword, bound, problems);
            for (int i = 0; i < places.length; i++) {
                places[i] =
                        op.slots().get(i).name().equals(keyword.name())
                                ? keyword.valueSpan()
                                : places[i];
            }
        }
        if (problems.errors() == before) {
            fillDefaults(op, bound, span, problems);
        }
        if (problems.errors() > before) {
            return Optional.empty();
        }
        return check(op, Arrays.asList(bound), List.of(places), Map.of(), span, problems);
    }

    /** The slots that take positional operands. */
    private static List<Slot> open(Op op) {
        return op.slots().stream().filter(s -> !s.isKeywordOnly()).toList();
    }

    private static void bindPositional(
            Op op, List<Expr> positional, Expr[] bound, Problems problems) {
        List<Slot> open = open(op);
        for (int i = 0; i < positional.size(); i++) {
            if (i >= open.size()) {
                Problem.error(TOO_MANY, positional.get(i).span(), "operand " + (i + 1))
                        .headline(op + " takes at most " + count(open.size(), "positional operand"))
                        .hint(signature(op))
                        .to(problems);
                return;
            }
            bound[op.indexOf(open.get(i))] = positional.get(i);
        }
    }

    private static void bindKeyword(Op op, Keyword keyword, Expr[] bound, Problems problems) {
        for (int i = 0; i < bound.length; i++) {
            Slot slot = op.slots().get(i);
            if (slot.name().equals(keyword.name())) {
                if (bound[i] != null) {
                    Problem.error(TWICE, keyword.span(), "given again here")
                            .headline("`" + keyword.name() + "` of " + op + " must be given once")
                            .see(bound[i].span(), "first given here")
                            .hint("remove one of the two")
                            .to(problems);
                }
                bound[i] = keyword.value();
                return;
            }
        }
        List<String> names = op.slots().stream().map(Slot::name).toList();
        Problem.error(
                        UNKNOWN_KEYWORD,
                        keyword.span(),
                        "unexpected keyword `" + keyword.name() + "`")
                .headline(op + " has no operand `" + keyword.name() + "`")
                .hint(
                        Names.closest(keyword.name(), names)
                                .map(close -> "did you mean `" + close + "`?")
                                .orElse(signature(op)))
                .to(problems);
    }

    private static void fillDefaults(Op op, Expr[] bound, Span span, Problems problems) {
        for (int i = 0; i < bound.length; i++) {
            Slot slot = op.slots().get(i);
            if (bound[i] != null) {
                continue;
            }
            if (slot.fallback().isPresent()) {
                bound[i] = slot.fallback().get();
            } else {
                Problem.error(missing(op, slot), span, "`" + slot.name() + "` is missing")
                        .headline(op + " needs `" + slot.name() + "`: " + slot.kind().phrase())
                        .hint(signature(op))
                        .to(problems);
            }
        }
        checkGroups(op, bound, span, problems);
    }

    private static void checkGroups(Op op, Expr[] bound, Span span, Problems problems) {
        List<String> given = new ArrayList<>();
        List<String> absent = new ArrayList<>();
        for (int i = 0; i < bound.length; i++) {
            if (!op.slots().get(i).group().isEmpty() && bound[i] != null) {
                (bound[i] instanceof Expr.None ? absent : given).add(op.slots().get(i).name());
            }
        }
        if (!given.isEmpty() && !absent.isEmpty()) {
            Problem.error(GROUP, span, "without " + String.join(" and ", absent))
                    .headline(
                            op
                                    + " takes "
                                    + String.join(", ", given)
                                    + " only together with "
                                    + String.join(" and ", absent))
                    .hint("give all of the region's operands, or none of them")
                    .to(problems);
        }
    }

    /** Checks kinds, then asks the operator. */
    public static Optional<Expr> check(
            Op op, List<Expr> operands, Map<String, Expr> attrs, Span span, Problems problems) {
        return check(
                op, operands, operands.stream().map(Expr::span).toList(), attrs, span, problems);
    }

    private static Optional<Expr> check(
            Op op,
            List<Expr> operands,
            List<Span> places,
            Map<String, Expr> attrs,
            Span span,
            Problems problems) {
        int before = problems.errors();
        List<Expr> typed = new ArrayList<>();
        for (int i = 0; i < operands.size(); i++) {
            typed.add(literal(op.slots().get(i), operands.get(i)));
        }
        for (int i = 0; i < typed.size(); i++) {
            checkKind(op, op.slots().get(i), typed.get(i), places.get(i), problems);
        }
        Expr.Call call = new Expr.Call(op, typed, attrs, Type.Opaque.UNKNOWN, span);
        if (problems.errors() == before) {
            call.op().slots().forEach(slot -> checkRank(call, slot, problems));
        }
        if (problems.errors() > before) {
            return Optional.empty();
        }
        Type type = op.check(call, problems);
        return problems.errors() > before
                ? Optional.empty()
                : Optional.of(op.build(new Expr.Call(op, typed, attrs, type, span)));
    }

    /** An integer literal in the type that the slot wants; any other operand as it is. */
    public static Expr literal(Slot slot, Expr value) {
        DType wanted =
                switch (slot.kind()) {
                    case Kind.Integer k -> k.literal();
                    case Kind.Scalar k -> k.literal();
                    default -> DType.INDEX;
                };
        return value instanceof Expr.Int i && i.dtype() == DType.INDEX && wanted.isInteger()
                ? new Expr.Int(i.value(), wanted, i.span())
                : value;
    }

    private static void checkKind(Op op, Slot slot, Expr value, Span place, Problems problems) {
        boolean absent = value instanceof Expr.None && slot.fallback().isPresent();
        if (absent || slot.kind().accepts(value)) {
            return;
        }
        if (slot.kind() instanceof Kind.Indices && value instanceof Expr.Tuple tuple) {
            for (Expr item : tuple.items()) {
                if (!new Kind.Integer(DType.INDEX).accepts(item)) {
                    Problem.error(NOT_INTEGER, item.span(), "this is " + found(item))
                            .headline(
                                    "`" + slot.name() + "` of " + op + " must hold integer scalars")
                            .to(problems);
                }
            }
            return;
        }
        Problem.Builder problem =
                Problem.error(kind(op, slot), place, "this is " + found(value))
                        .headline(
                                "`"
                                        + slot.name()
                                        + "` of "
                                        + op
                                        + " must be "
                                        + slot.kind().phrase())
                        .hint(op.kindHint(slot, value));
        (place.equals(value.span()) ? problem : problem.see(value.span(), "declared here"))
                .to(problems);
    }

    private static void checkRank(Expr.Call call, Slot slot, Problems problems) {
        if (!(slot.kind() instanceof Kind.Indices indices)
                || indices.of().isEmpty()
                || !(call.get(slot) instanceof Expr.Tuple tuple)) {
            return;
        }
        Expr target = call.get(indices.of().get());
        List<Expr> shape =
                switch (target.type()) {
                    case Type.TensorLike t -> t.shape();
                    case Type.Tile t -> t.shape();
                    default -> tuple.items();
                };
        if (tuple.items().size() != shape.size()) {
            Problem.error(
                            rank(call.op(), slot),
                            tuple.span(),
                            count(tuple.items().size(), "entry") + " given")
                    .headline(
                            "`"
                                    + slot.name()
                                    + "` of "
                                    + call.op()
                                    + " must have one entry per dimension of `"
                                    + indices.of().get().name()
                                    + "`")
                    .see(
                            target.span(),
                            "this has "
                                    + count(shape.size(), "dimension")
                                    + ": "
                                    + Describe.shape(shape))
                    .hint("write " + count(shape.size(), "entry") + ", one per dimension")
                    .to(problems);
        }
    }

    /** How a message names what was found. */
    public static String found(Expr value) {
        return switch (value) {
            case Expr.Int i when i.dtype() == DType.INDEX -> "the integer " + i.value();
            case Expr.Text t -> "the string '" + t.value() + "'";
            case Expr.None n -> "None";
            case Expr.Bool b -> b.value() ? "True" : "False";
            case Expr.Element e -> "the element type " + e.value();
            case Expr.Code c -> c.value().getClass().getSimpleName() + "." + c.value().spelling();
            case Expr.Tuple t -> "a list of " + t.items().size();
            default -> value.type().describe();
        };
    }

    /** {@code pld.system.wait(signal, offsets, expected, *, cmp)}. */
    public static String signature(Op op) {
        StringBuilder text = new StringBuilder("the signature is ").append(op).append('(');
        boolean keywords = false;
        String separator = "";
        for (Slot slot : op.slots()) {
            text.append(separator);
            if (slot.isKeywordOnly() && !keywords) {
                keywords = true;
                text.append("*, ");
            }
            text.append(slot.name());
            slot.fallback().ifPresent(value -> text.append('=').append(Describe.constant(value)));
            separator = ", ";
        }
        return text.append(')').toString();
    }

    private static String count(int n, String what) {
        String plural =
                what.endsWith("y") ? what.substring(0, what.length() - 1) + "ies" : what + "s";
        return n + " " + (n == 1 ? what : plural);
    }

    /** Builds a call that must be right; operands may be fewer than the slots. */
    static Expr build(Op op, Span span, List<Expr> operands) {
        List<Expr> all = new ArrayList<>(operands);
        for (int i = all.size(); i < op.slots().size(); i++) {
            Slot slot = op.slots().get(i);
            all.add(
                    slot.fallback()
                            .orElseThrow(
                                    () -> new IllegalArgumentException(op + " needs " + slot)));
        }
        Problems problems = new Problems();
        return check(op, all, Map.of(), span, problems)
                .orElseThrow(() -> Builder.refused(problems.sorted(), span));
    }
}
