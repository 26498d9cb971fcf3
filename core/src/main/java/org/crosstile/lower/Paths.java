package org.crosstile.lower;

import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.crosstile.model.Capability;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Stmt;
import org.crosstile.model.Var;

/**
 * What holds on all ways that lead to a place: the variables that have a value, and those that have
 * one if a condition holds; see {@link DefiniteAssignment}.
 */
@SuppressWarnings("ReferenceEquality") // variables are who they are
final class Paths {
    /** Conditions remembered at a time; older ones are forgotten, which only loses ways out. */
    private static final int MOST_FACTS = 32;

    /** A condition over variables that have not changed since, and its value. */
    private record Fact(List<Object> condition, boolean value) {
        Fact denied() {
            return new Fact(condition, !value);
        }
    }

    /** Between which values an integer lies. */
    private record Range(long least, long most) {
        static final Range ANY = new Range(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private final Map<Var, Integer> numbers;
    private final BitSet set;
    private final Map<Fact, BitSet> setIf;
    private final Map<Var, Range> ranges;
    private boolean possible;

    /** The beginning of a function whose variables have {@code numbers}. */
    Paths(Map<Var, Integer> numbers) {
        this(numbers, new BitSet(), new LinkedHashMap<>(), new HashMap<>(), true);
    }

    private Paths(
            Map<Var, Integer> numbers,
            BitSet set,
            Map<Fact, BitSet> setIf,
            Map<Var, Range> ranges,
            boolean possible) {
        this.numbers = numbers;
        this.set = set;
        this.setIf = setIf;
        this.ranges = ranges;
        this.possible = possible;
    }

    Paths copy() {
        Map<Fact, BitSet> facts = new LinkedHashMap<>();
        setIf.forEach((fact, vars) -> facts.put(fact, (BitSet) vars.clone()));
        return new Paths(numbers, (BitSet) set.clone(), facts, new HashMap<>(ranges), possible);
    }

    /** Whether there is a way here on which a variable has no value. */
    boolean mayLack(Var v) {
        Integer number = numbers.get(v);
        return possible && number != null && !set.get(number);
    }

    /** Nothing comes behind this. */
    Paths ended() {
        possible = false;
        return this;
    }

    void define(Var v) {
        forget(v);
        Integer number = numbers.get(v);
        if (number != null) {
            set.set(number);
            setIf.values().forEach(vars -> vars.set(number));
        }
    }

    void assign(Var v, Expr value) {
        Range range = range(value);
        Optional<Boolean> truth = truth(value);
        define(v);
        if (range != Range.ANY) {
            ranges.put(v, range);
        }
        truth.ifPresent(t -> rule(new Fact(List.of(v), !t)));
    }

    /** The top of a loop that changes variables: what was known of them holds no longer. */
    Paths before(Set<Var> changed) {
        changed.forEach(this::forget);
        return this;
    }

    private void forget(Var v) {
        ranges.remove(v);
        setIf.keySet().removeIf(fact -> mentions(fact.condition(), v));
    }

    private static boolean mentions(List<?> condition, Var v) {
        for (Object part : condition) {
            if (part == v || (part instanceof List<?> inner && mentions(inner, v))) {
                return true;
            }
        }
        return false;
    }

    /** Notes that a condition cannot hold: if it did, any variable could be said to be set. */
    private void rule(Fact impossible) {
        BitSet all = new BitSet();
        all.set(0, numbers.size() + 1);
        setIf.remove(impossible);
        setIf.put(impossible, all);
        while (setIf.size() > MOST_FACTS) {
            setIf.remove(setIf.keySet().iterator().next());
        }
    }

    private boolean isRuledOut(BitSet vars) {
        return vars.get(numbers.size());
    }

    /** Only the ways on which a condition has a value. */
    Paths where(Expr condition, boolean value) {
        Optional<Boolean> known = truth(condition);
        if (known.isPresent()) {
            possible &= known.get() == value;
            return this;
        }
        switch (condition) {
            case Expr.Unary u when u.op() == Expr.UnaryOp.NOT -> where(u.operand(), !value);
            case Expr.Binary b when b.op() == BinaryOp.AND && value ->
                    where(b.left(), true).where(b.right(), true);
            case Expr.Binary b when b.op() == BinaryOp.OR && !value ->
                    where(b.left(), false).where(b.right(), false);
            default -> fact(condition, value).ifPresent(this::suppose);
        }
        return this;
    }

    private void suppose(Fact fact) {
        BitSet more = setIf.get(fact);
        if (more != null) {
            possible &= !isRuledOut(more);
            set.or(more);
            setIf.values().forEach(vars -> vars.or(more));
        }
        rule(fact.denied());
    }

    /** The ways of both; neither is used afterwards. */
    Paths joined(Paths other) {
        if (!possible || !other.possible) {
            return possible ? this : other;
        }
        Map<Fact, BitSet> facts = new LinkedHashMap<>();
        setIf.forEach((fact, vars) -> {
            vars.and(other.setIf.getOrDefault(fact, other.set));
            facts.put(fact, vars);
        });
        other.setIf.forEach((fact, vars) -> {
            if (!setIf.containsKey(fact)) {
                vars.and(set);
                facts.put(fact, vars);
            }
        });
        set.and(other.set);
        facts.values().removeIf(set::equals);
        ranges.keySet().retainAll(other.ranges.keySet());
        ranges.entrySet().removeIf(e -> !e.getValue().equals(other.ranges.get(e.getKey())));
        return new Paths(numbers, set, facts, ranges, true);
    }

    /** Whether a loop surely has a round. */
    boolean runs(Stmt.For loop) {
        Range start = range(loop.start());
        Range stop = range(loop.stop());
        Range step = range(loop.step());
        return step.least() > 0
                ? start.most() < stop.least()
                : step.most() < 0 && start.least() > stop.most();
    }

    private Range range(Expr e) {
        return switch (e) {
            case Expr.Int i -> new Range(i.value(), i.value());
            case Expr.Cast c when c.to().isInteger() -> {
                Range inner = range(c.operand());
                yield c.to().wrap(inner.least()) == inner.least() ? inner : Range.ANY;
            }
            case Expr.Unary u
                    when u.op() == Expr.UnaryOp.NEG && u.operand() instanceof Expr.Int i ->
                    new Range(-i.value(), -i.value());
            case Expr.Call c when c.op() instanceof Capability.CountsDevices ->
                    new Range(1, Long.MAX_VALUE);
            case Expr.Call c
                    when c.op() instanceof Capability.ReadsContext reads && !reads.givesRank() ->
                    new Range(1, Long.MAX_VALUE);
            case Var v -> ranges.getOrDefault(v, Range.ANY);
            default -> Range.ANY;
        };
    }

    /** The value of a condition, if it is certain. */
    private Optional<Boolean> truth(Expr e) {
        return switch (e) {
            case Expr.Bool b -> Optional.of(b.value());
            case Expr.Unary u when u.op() == Expr.UnaryOp.NOT -> truth(u.operand()).map(t -> !t);
            case Var v -> {
                boolean never = isImpossible(new Fact(List.of(v), true));
                boolean always = isImpossible(new Fact(List.of(v), false));
                yield never == always ? Optional.empty() : Optional.of(always);
            }
            case Expr.Binary b when b.op().isComparison() ->
                    compared(b.op(), range(b.left()), range(b.right()));
            default -> Optional.empty();
        };
    }

    private boolean isImpossible(Fact fact) {
        BitSet vars = setIf.get(fact);
        return vars != null && isRuledOut(vars);
    }

    private static Optional<Boolean> compared(BinaryOp op, Range a, Range b) {
        return switch (op) {
            case LT -> below(a, b);
            case GE -> below(a, b).map(t -> !t);
            case GT -> below(b, a);
            case LE -> below(b, a).map(t -> !t);
            case EQ -> same(a, b);
            case NE -> same(a, b).map(t -> !t);
            default -> Optional.empty();
        };
    }

    private static Optional<Boolean> below(Range a, Range b) {
        if (a.most() < b.least()) {
            return Optional.of(true);
        }
        return a.least() >= b.most() ? Optional.of(false) : Optional.empty();
    }

    private static Optional<Boolean> same(Range a, Range b) {
        if (a.most() < b.least() || b.most() < a.least()) {
            return Optional.of(false);
        }
        boolean one = a.least() == a.most() && a.equals(b);
        return one ? Optional.of(true) : Optional.empty();
    }

    /** A condition in a form in which equal ones are equal; empty if it has a call in it. */
    private static Optional<Fact> fact(Expr condition, boolean value) {
        if (condition instanceof Expr.Binary b) {
            return switch (b.op()) {
                case NE -> fact(BinaryOp.EQ, b.left(), b.right(), !value);
                case GE -> fact(BinaryOp.LT, b.left(), b.right(), !value);
                case GT -> fact(BinaryOp.LT, b.right(), b.left(), value);
                case LE -> fact(BinaryOp.LT, b.right(), b.left(), !value);
                default -> fact(b.op(), b.left(), b.right(), value);
            };
        }
        return terms(condition).map(terms -> new Fact(terms, value));
    }

    private static Optional<Fact> fact(BinaryOp op, Expr left, Expr right, boolean value) {
        Optional<List<Object>> a = terms(left);
        Optional<List<Object>> b = terms(right);
        return a.isPresent() && b.isPresent()
                ? Optional.of(new Fact(List.of(op, a.get(), b.get()), value))
                : Optional.empty();
    }

    private static Optional<List<Object>> terms(Expr e) {
        return switch (e) {
            case Var v -> Optional.of(List.of(v));
            case Expr.Int i -> Optional.of(List.of(i.value()));
            case Dim d -> Optional.of(List.of(d.name()));
            case Expr.Cast c -> terms(c.operand()).map(t -> List.of(c.to(), t));
            case Expr.Unary u -> terms(u.operand()).map(t -> List.of(u.op(), t));
            case Expr.Binary b -> {
                Optional<List<Object>> left = terms(b.left());
                Optional<List<Object>> right = terms(b.right());
                yield left.isPresent() && right.isPresent()
                        ? Optional.of(List.of(b.op(), left.get(), right.get()))
                        : Optional.empty();
            }
            default -> Optional.empty();
        };
    }
}
