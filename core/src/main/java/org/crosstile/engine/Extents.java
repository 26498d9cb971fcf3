package org.crosstile.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;

/**
 * Values of symbolic dims. A dim gets its value from the shape of a given input, else from {@code
 * --set}, else it is the number of ranks.
 */
final class Extents {
    private final Map<String, Long> known = new HashMap<>();

    /** Fixes a dim; returns the value that it has. */
    long define(String dim, long value) {
        Long before = known.putIfAbsent(dim, value);
        return before == null ? value : before;
    }

    /**
     * Learns from a given extent: {@code M} and {@code M * 2} tell {@code M}; other forms tell
     * nothing.
     *
     * @return whether the extent agrees with what is known, as far as that can be said
     */
    boolean learn(Expr declared, long given) {
        return switch (declared) {
            case Dim dim -> define(dim.name(), given) == given;
            case Expr.Cast cast -> learn(cast.operand(), given);
            case Expr.Binary b when b.op() == Expr.BinaryOp.MUL && factor(b.right()) > 0 ->
                    given % factor(b.right()) == 0 && learn(b.left(), given / factor(b.right()));
            case Expr.Binary b when b.op() == Expr.BinaryOp.MUL && factor(b.left()) > 0 ->
                    given % factor(b.left()) == 0 && learn(b.right(), given / factor(b.left()));
            default -> {
                OptionalLong value = value(declared, OptionalLong.empty());
                yield value.isEmpty() || value.getAsLong() == given;
            }
        };
    }

    private static long factor(Expr e) {
        return Exprs.constant(e).orElse(0);
    }

    /**
     * The value of an extent.
     *
     * @param otherwise what an unknown dim is; it stays that
     * @return empty if the extent has no value
     */
    OptionalLong value(Expr e, OptionalLong otherwise) {
        return switch (e) {
            case Dim dim -> {
                Long value = known.get(dim.name());
                if (value == null && otherwise.isPresent()) {
                    value = define(dim.name(), otherwise.getAsLong());
                }
                yield value == null ? OptionalLong.empty() : OptionalLong.of(value);
            }
            case Expr.Cast cast -> value(cast.operand(), otherwise);
            case Expr.Binary b -> {
                OptionalLong left = value(b.left(), otherwise);
                OptionalLong right = value(b.right(), otherwise);
                yield left.isPresent() && right.isPresent()
                        ? exact(b.op(), left.getAsLong(), right.getAsLong())
                        : OptionalLong.empty();
            }
            default -> Exprs.constant(e);
        };
    }

    /** The value of an operation; empty if there is none that a long holds. */
    private static OptionalLong exact(Expr.BinaryOp op, long a, long b) {
        try {
            return switch (op) {
                case ADD -> OptionalLong.of(Math.addExact(a, b));
                case SUB -> OptionalLong.of(Math.subtractExact(a, b));
                case MUL -> OptionalLong.of(Math.multiplyExact(a, b));
                default -> Exprs.fold(op, a, b);
            };
        } catch (ArithmeticException overflow) {
            return OptionalLong.empty();
        }
    }
}
