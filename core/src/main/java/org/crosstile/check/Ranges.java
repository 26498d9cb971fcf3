package org.crosstile.check;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.crosstile.check.SignalUses.Around;
import org.crosstile.check.SignalUses.Frame;
import org.crosstile.model.Capability;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;

/**
 * Between which values integers lie, and what they depend on. The ends are what is certain: {@link
 * Long#MIN_VALUE} and {@link Long#MAX_VALUE} stand for "no limit is known".
 */
@SuppressWarnings("ReferenceEquality") // variables and statements are who they are
final class Ranges {
    private static final int MAX_DEPTH = 48;
    private static final long NO_LEAST = Long.MIN_VALUE;
    private static final long NO_MOST = Long.MAX_VALUE;

    /** The least and the greatest value. */
    record Range(long least, long most) {
        static final Range ANY = new Range(NO_LEAST, NO_MOST);

        static Range of(long value) {
            return new Range(value, value);
        }

        boolean isOne() {
            return least == most;
        }

        boolean meets(Range other) {
            return least <= other.most && other.least <= most;
        }

        boolean contains(long value) {
            return least <= value && value <= most;
        }
    }

    private final Map<String, Map<Var, Stmt.For>> counters = new HashMap<>();

    /** The range of an integer. */
    Range of(Expr e, Frame frame) {
        return of(e, frame, 0);
    }

    private Range of(Expr e, Frame frame, int depth) {
        if (depth > MAX_DEPTH) {
            return Range.ANY;
        }
        return switch (e) {
            case Expr.Int i -> Range.of(i.value());
            case Expr.Cast c when c.to().isInteger() -> {
                Range inner = of(c.operand(), frame, depth + 1);
                boolean fits =
                        inner.least() >= Integer.MIN_VALUE && inner.most() <= Integer.MAX_VALUE
                                || inner.least() >= Integer.MIN_VALUE && inner.most() == NO_MOST;
                yield fits ? inner : Range.ANY;
            }
            case Expr.Unary u when u.op() == Expr.UnaryOp.NEG ->
                    negated(of(u.operand(), frame, depth + 1));
            case Expr.Binary b ->
                    joined(b, of(b.left(), frame, depth + 1), of(b.right(), frame, depth + 1));
            case Expr.Call c when c.op() instanceof Capability.ReadsContext reads ->
                    new Range(reads.givesRank() ? 0 : 1, NO_MOST);
            case Expr.Call c when c.op() instanceof Capability.CountsDevices ->
                    new Range(1, NO_MOST);
            case Var v -> variable(v, frame, depth);
            default -> Range.ANY;
        };
    }

    private Range variable(Var v, Frame frame, int depth) {
        Stmt.For loop = counters(frame).get(v);
        Optional<Expr> value = frame.aliases().onlyValue(v);
        if (frame.function().paramIndex(v) >= 0) {
            return value.isEmpty() && loop == null && frame.argument(v).isPresent()
                    ? of(frame.argument(v).get(), frame.caller().orElseThrow(), depth + 1)
                    : Range.ANY;
        }
        if (loop != null) {
            Range start = of(loop.start(), frame, depth + 1);
            Range stop = of(loop.stop(), frame, depth + 1);
            boolean up = of(loop.step(), frame, depth + 1).least() >= 1;
            boolean once = value.isEmpty();
            return up && once
                    ? new Range(start.least(), stop.most() == NO_MOST ? NO_MOST : stop.most() - 1)
                    : Range.ANY;
        }
        return value.map(only -> of(only, frame, depth + 1)).orElse(Range.ANY);
    }

    private Map<Var, Stmt.For> counters(Frame frame) {
        return counters.computeIfAbsent(
                frame.function().name(), n -> SignalUses.counters(frame.function()));
    }

    private static Range negated(Range a) {
        return new Range(
                a.most() == NO_MOST ? NO_LEAST : -a.most(),
                a.least() == NO_LEAST ? NO_MOST : -a.least());
    }

    private static Range joined(Expr.Binary b, Range x, Range y) {
        return switch (b.op()) {
            case ADD ->
                    new Range(
                            sum(x.least(), y.least(), NO_LEAST), sum(x.most(), y.most(), NO_MOST));
            case SUB -> {
                Range z = negated(y);
                yield new Range(
                        sum(x.least(), z.least(), NO_LEAST), sum(x.most(), z.most(), NO_MOST));
            }
            case MUL ->
                    x.isOne() && y.isOne()
                            ? Range.of(x.least() * y.least())
                            : x.least() >= 0 && y.least() >= 0 ? new Range(0, NO_MOST) : Range.ANY;
            case MOD ->
                    y.least() >= 1
                            ? new Range(0, y.most() == NO_MOST ? NO_MOST : y.most() - 1)
                            : Range.ANY;
            case FLOOR_DIV -> x.least() >= 0 && y.least() >= 1 ? new Range(0, x.most()) : Range.ANY;
            case MIN -> new Range(Math.min(x.least(), y.least()), Math.min(x.most(), y.most()));
            case MAX -> new Range(Math.max(x.least(), y.least()), Math.max(x.most(), y.most()));
            default -> Range.ANY;
        };
    }

    /** A sum of ends, one of which may be missing; what may overflow has no end. */
    private static long sum(long a, long b, long missing) {
        boolean known = Math.abs((double) a) < 1e15 && Math.abs((double) b) < 1e15;
        return known ? a + b : missing;
    }

    /** Whether a value may differ between two rounds of a loop. */
    boolean varies(Expr e, Frame frame, Around loop) {
        return varies(e, frame, loop, 0);
    }

    private boolean varies(Expr e, Frame frame, Around loop, int depth) {
        if (depth > MAX_DEPTH) {
            return true;
        }
        return switch (e) {
            case Expr.Call c when c.op() instanceof Capability.ReadsContext -> false;
            case Expr.Call c when c.op() instanceof Capability.CountsDevices -> false;
            case Expr.Call c -> true;
            case Expr.FnCall c -> true;
            case Var v -> variableVaries(v, frame, loop, depth);
            default ->
                    Walk.children(e).stream()
                            .anyMatch(child -> varies(child, frame, loop, depth + 1));
        };
    }

    private boolean variableVaries(Var v, Frame frame, Around loop, int depth) {
        List<Expr> values = frame.aliases().values(v);
        if (frame.function().paramIndex(v) >= 0) {
            return !values.isEmpty()
                    || frame.argument(v).isEmpty()
                    || varies(
                            frame.argument(v).get(), frame.caller().orElseThrow(), loop, depth + 1);
        }
        Stmt.For counted = counters(frame).get(v);
        if (counted != null) {
            return counted == loop.stmt()
                    || !values.isEmpty()
                    || varies(counted.start(), frame, loop, depth + 1)
                    || varies(counted.stop(), frame, loop, depth + 1)
                    || varies(counted.step(), frame, loop, depth + 1);
        }
        return values.size() != 1 || varies(values.getFirst(), frame, loop, depth + 1);
    }

    /** Whether a loop is known to run its body at most once. */
    boolean isAtMostOnce(Around loop) {
        if (!(loop.stmt() instanceof Stmt.For x)) {
            return false;
        }
        Range start = of(x.start(), loop.frame());
        Range stop = of(x.stop(), loop.frame());
        Range step = of(x.step(), loop.frame());
        return start.least() != NO_LEAST
                && stop.most() != NO_MOST
                && step.least() >= 1
                && start.least() + step.least() >= stop.most();
    }

    /** Whether a loop's body is known never to run, or a branch may be one that is never taken. */
    boolean maySkip(Around around) {
        return switch (around.stmt()) {
            case Stmt.For x ->
                    of(x.stop(), around.frame()).most() <= of(x.start(), around.frame()).least();
            case Stmt.If x -> isFixed(x.condition(), around.frame());
            default -> false;
        };
    }

    private boolean isFixed(Expr condition, Frame frame) {
        return switch (condition) {
            case Expr.Bool b -> true;
            case Expr.Binary b when b.op().isLogic() ->
                    isFixed(b.left(), frame) || isFixed(b.right(), frame);
            case Expr.Binary b -> of(b.left(), frame).isOne() && of(b.right(), frame).isOne();
            case Expr.Unary u -> isFixed(u.operand(), frame);
            default -> false;
        };
    }

    /** The positions that a use's cell may have in its window, counted in rows of cells. */
    Range cell(SignalUses.Use use) {
        List<Expr> shape = ((Type.TensorLike) use.signal().type()).shape();
        List<Expr> offsets = use.offsets();
        if (shape.size() != offsets.size()) {
            return Range.ANY;
        }
        Range at = Range.of(0);
        for (int i = 0; i < shape.size(); i++) {
            OptionalLong extent = Exprs.constant(shape.get(i));
            boolean first = at.isOne() && at.least() == 0;
            if (!first && (extent.isEmpty() || at.least() < 0)) {
                return Range.ANY;
            }
            Range offset = of(offsets.get(i), use.frame());
            Range row = first ? at : scaled(at, extent.getAsLong());
            at =
                    new Range(
                            sum(row.least(), offset.least(), NO_LEAST),
                            sum(row.most(), offset.most(), NO_MOST));
        }
        return at;
    }

    private static Range scaled(Range a, long factor) {
        return new Range(
                a.least() * factor, a.most() > Integer.MAX_VALUE ? NO_MOST : a.most() * factor);
    }
}
