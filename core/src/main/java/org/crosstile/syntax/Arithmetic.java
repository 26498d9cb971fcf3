package org.crosstile.syntax;

import java.util.Optional;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Type;
import org.crosstile.source.Span;

/** Python's operators on captured values. */
final class Arithmetic {
    private Arithmetic() {}

    /** Why an operation has no value. */
    static final class Undefined extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final String why;

        Undefined(String why) {
            super(why, null, false, false);
            this.why = why;
        }

        String why() {
            return why;
        }
    }

    static Optional<BinaryOp> operator(String symbol) {
        for (BinaryOp op : BinaryOp.values()) {
            if (op.symbol().equals(symbol) && op != BinaryOp.MIN && op != BinaryOp.MAX) {
                return Optional.of(op);
            }
        }
        return Optional.empty();
    }

    /**
     * Adds, subtracts, multiplies and divides.
     *
     * @throws Undefined if Python would raise, or the result does not fit in 64 bits
     */
    static Value binary(String op, Value a, Value b) {
        if (a instanceof Value.Extent || b instanceof Value.Extent) {
            return extent(op, a, b);
        }
        if (a instanceof Value.Text x && b instanceof Value.Text y && op.equals("+")) {
            return new Value.Text(x.value() + y.value());
        }
        if (!a.isNumber() || !b.isNumber()) {
            throw new Undefined(
                    "`" + op + "` does not apply to " + a.describe() + " and " + b.describe());
        }
        if (a instanceof Value.Real || b instanceof Value.Real || op.equals("/")) {
            return new Value.Real(reals(op, real(a), real(b)));
        }
        try {
            return new Value.Whole(wholes(op, whole(a), whole(b)));
        } catch (ArithmeticException e) {
            throw new Undefined("the result does not fit in 64 bits");
        }
    }

    private static long wholes(String op, long a, long b) {
        return switch (op) {
            case "+" -> Math.addExact(a, b);
            case "-" -> Math.subtractExact(a, b);
            case "*" -> Math.multiplyExact(a, b);
            case "//" -> Math.floorDiv(a, nonZero(b));
            case "%" -> Math.floorMod(a, nonZero(b));
            case "**" -> power(a, b);
            case "<<" -> Math.multiplyExact(a, power(2, b));
            case ">>" -> a >> Math.min(63, notNegative(b));
            case "&" -> a & b;
            case "|" -> a | b;
            case "^" -> a ^ b;
            default -> throw new Undefined("`" + op + "` is not evaluated");
        };
    }

    private static long power(long base, long exponent) {
        long result = 1;
        if (notNegative(exponent) > 63 && Math.abs(base) > 1) {
            throw new ArithmeticException();
        }
        for (long i = 0; i < Math.min(exponent, 64 + (exponent & 1)); i++) {
            result = Math.multiplyExact(result, base);
        }
        return result;
    }

    private static double reals(String op, double a, double b) {
        return switch (op) {
            case "+" -> a + b;
            case "-" -> a - b;
            case "*" -> a * b;
            case "/" -> a / nonZero(b);
            case "//" -> Math.floor(a / nonZero(b));
            case "%" -> a - Math.floor(a / nonZero(b)) * b;
            case "**" -> Math.pow(a, b);
            default -> throw new Undefined("`" + op + "` does not apply to floats");
        };
    }

    private static long nonZero(long value) {
        if (value == 0) {
            throw new Undefined("division by zero");
        }
        return value;
    }

    private static double nonZero(double value) {
        if (value == 0) {
            throw new Undefined("division by zero");
        }
        return value;
    }

    private static long notNegative(long value) {
        if (value < 0) {
            throw new Undefined("a negative exponent or shift");
        }
        return value;
    }

    private static Value extent(String op, Value a, Value b) {
        Optional<BinaryOp> operator = operator(op);
        boolean fits =
                operator.isPresent()
                        && (a instanceof Value.Extent || a instanceof Value.Whole)
                        && (b instanceof Value.Extent || b instanceof Value.Whole);
        if (!fits
                || operator.get() == BinaryOp.DIV
                || operator.get().isComparison()
                || operator.get().isLogic()) {
            throw new Undefined(
                    "`" + op + "` does not apply to " + a.describe() + " and " + b.describe());
        }
        return new Value.Extent(
                new Expr.Binary(
                        operator.get(),
                        a.toExpr(Span.NONE),
                        b.toExpr(Span.NONE),
                        Type.INDEX,
                        Span.NONE));
    }

    static Value unary(String op, Value a) {
        return switch (op) {
            case "not" -> new Value.Truth(!truth(a));
            case "+" -> a.isNumber() ? a : undefined(op, a);
            case "-" ->
                    switch (a) {
                        case Value.Real r -> new Value.Real(-r.value());
                        case Value.Whole w when w.value() != Long.MIN_VALUE ->
                                new Value.Whole(-w.value());
                        case Value.Truth t -> new Value.Whole(t.value() ? -1 : 0);
                        default -> undefined(op, a);
                    };
            default -> a instanceof Value.Whole w ? new Value.Whole(~w.value()) : undefined(op, a);
        };
    }

    private static Value undefined(String op, Value a) {
        throw new Undefined("`" + op + "` does not apply to " + a.describe());
    }

    static boolean compare(String op, Value a, Value b) {
        if (a.isNumber() && b.isNumber()) {
            int order =
                    a instanceof Value.Real || b instanceof Value.Real
                            ? Double.compare(real(a), real(b))
                            : Long.compare(whole(a), whole(b));
            return switch (op) {
                case "<" -> order < 0;
                case "<=" -> order <= 0;
                case ">" -> order > 0;
                case ">=" -> order >= 0;
                case "==", "is" -> order == 0;
                case "!=", "is not" -> order != 0;
                default -> throw new Undefined("`" + op + "` is not evaluated");
            };
        }
        return switch (op) {
            case "==", "is" -> a.equals(b);
            case "!=", "is not" -> !a.equals(b);
            case "in" -> b instanceof Value.Items items && contains(items, a);
            case "not in" -> b instanceof Value.Items items && !contains(items, a);
            default -> throw new Undefined("`" + op + "` does not apply to " + a.describe());
        };
    }

    private static boolean contains(Value.Items items, Value a) {
        for (Value item : items.items()) {
            if (compare("==", item, a)) {
                return true;
            }
        }
        return false;
    }

    static boolean truth(Value a) {
        return switch (a) {
            case Value.Whole w -> w.value() != 0;
            case Value.Real r -> r.value() != 0;
            case Value.Truth t -> t.value();
            case Value.Text t -> !t.value().isEmpty();
            case Value.Items i -> !i.items().isEmpty();
            case Value.Nothing n -> false;
            default -> true;
        };
    }

    static double real(Value a) {
        return a instanceof Value.Real r ? r.value() : whole(a);
    }

    static long whole(Value a) {
        return switch (a) {
            case Value.Whole w -> w.value();
            case Value.Truth t -> t.value() ? 1 : 0;
            default -> throw new Undefined(a.describe() + " is not an integer");
        };
    }
}
