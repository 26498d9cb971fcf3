package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.crosstile.abi.DType;
import org.crosstile.model.Capability;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Expr.BinaryOp;
import org.crosstile.model.Expr.UnaryOp;
import org.crosstile.model.Slot;
import org.crosstile.model.Structure;
import org.crosstile.model.Var;

/**
 * Writes expressions so that reading them gives the same expression: nothing that is printed may
 * fold or be promoted again.
 */
final class ExprPrinter {
    /** Binding strength of what needs no parentheses anywhere. */
    private static final int ATOM = 9;

    private static final int NEGATION = 3;
    private static final int SIGN = 7;

    private final Naming naming;

    ExprPrinter(Naming naming) {
        this.naming = naming;
    }

    String expr(Expr e) {
        return expr(e, 0);
    }

    /** An expression, in parentheses if it binds less strongly than {@code least}. */
    private String expr(Expr e, int least) {
        String text = text(e);
        return precedence(e) < least ? "(" + text + ")" : text;
    }

    private static int precedence(Expr e) {
        return switch (e) {
            case Expr.Binary b -> b.op().precedence();
            case Expr.Unary u -> u.op() == UnaryOp.NOT ? NEGATION : SIGN;
            case Expr.Int i when i.value() < 0 && i.dtype() == DType.INDEX -> SIGN;
            case Expr.Real r when isBare(r) && Double.doubleToRawLongBits(r.value()) < 0 -> SIGN;
            default -> ATOM;
        };
    }

    private String text(Expr e) {
        return switch (e) {
            case Var v -> naming.name(v);
            case Dim d -> d.name();
            case Expr.Int i -> i.dtype() == DType.INDEX ? Long.toString(i.value()) : typed(i);
            case Expr.Real r -> isBare(r) ? Double.toString(r.value()) : typed(r);
            case Expr.Bool b -> b.value() ? "True" : "False";
            case Expr.Text t -> Quotes.quote(t.value());
            case Expr.Element d -> "pl." + d.value();
            case Expr.Code c -> Constants.spelling(c.value());
            case Expr.None n -> "None";
            case Expr.Call c -> call(c);
            case Expr.FnCall c -> functionCall(c);
            case Expr.Tuple t -> list(t.items());
            case Expr.Item i -> expr(i.tuple(), ATOM) + "[" + i.index() + "]";
            case Expr.Binary b -> binary(b);
            case Expr.Unary u -> u.op().symbol() + side(u.operand(), true, precedence(u));
            case Expr.Cast c -> "pl.cast(" + expr(c.operand()) + ", pl." + c.to() + ")";
        };
    }

    /** Floats whose literal is read as FP32 again. */
    private static boolean isBare(Expr.Real r) {
        return r.dtype() == DType.FP32 && Double.isFinite(r.value());
    }

    private static String typed(Expr constant) {
        return switch (constant) {
            case Expr.Int i -> "pl.const(" + i.value() + ", pl." + i.dtype() + ")";
            case Expr.Real r -> "pl.const(" + number(r.value()) + ", pl." + r.dtype() + ")";
            case Expr.Bool b -> "pl.const(" + (b.value() ? "True" : "False") + ", pl.BOOL)";
            default -> throw new IllegalArgumentException("not a number: " + constant);
        };
    }

    private static String number(double value) {
        return Double.isFinite(value)
                ? Double.toString(value)
                : Double.isNaN(value)
                        ? "float('nan')"
                        : value > 0 ? "float('inf')" : "float('-inf')";
    }

    private static boolean isNumber(Expr e) {
        return e instanceof Expr.Int || e instanceof Expr.Real || e instanceof Expr.Bool;
    }

    private String binary(Expr.Binary b) {
        boolean fold = isNumber(b.left()) && isNumber(b.right());
        if (b.op() == BinaryOp.MIN || b.op() == BinaryOp.MAX) {
            return "pl."
                    + b.op().symbol()
                    + "("
                    + side(b.left(), fold, 0)
                    + ", "
                    + side(b.right(), fold, 0)
                    + ")";
        }
        int strength = b.op().precedence();
        // Comparisons do not chain, and the others associate to the left.
        int left = b.op().isComparison() ? strength + 1 : strength;
        return side(b.left(), fold, left)
                + " "
                + b.op().symbol()
                + " "
                + side(b.right(), fold, strength + 1);
    }

    /**
     * An operand; a number among numbers is written with its type, which keeps the reader from
     * folding.
     */
    private String side(Expr e, boolean typed, int least) {
        return typed && isNumber(e) ? typed(e) : expr(e, least);
    }

    String list(List<Expr> items) {
        List<String> printed = new ArrayList<>();
        items.forEach(item -> printed.add(expr(item)));
        return "[" + String.join(", ", printed) + "]";
    }

    /** {@code {"key": value}}, ordered by key. */
    String dict(Map<String, Expr> attrs) {
        List<String> entries = new ArrayList<>();
        new TreeMap<>(attrs)
                .forEach((key, value) -> entries.add("\"" + key + "\": " + expr(value)));
        return "{" + String.join(", ", entries) + "}";
    }

    private String functionCall(Expr.FnCall c) {
        Map<String, Expr> attrs = new TreeMap<>(c.attrs());
        List<String> parts = new ArrayList<>();
        Expr submit = attrs.remove(FunctionCalls.SUBMIT);
        boolean submitted = submit != null;
        String name = submit instanceof Expr.Text form ? form.value() : "self." + c.callee();
        if (submitted) {
            parts.add("self." + c.callee());
        }
        c.args().forEach(arg -> parts.add(expr(arg)));
        for (String keyword : submitted ? FunctionCalls.SUBMIT_KEYWORDS : List.of("device")) {
            Expr value = attrs.remove(keyword);
            if (value != null) {
                parts.add(keyword + "=" + expr(value));
            }
        }
        if (!attrs.isEmpty()) {
            parts.add("attrs=" + dict(attrs));
        }
        return name + "(" + String.join(", ", parts) + ")";
    }

    private String call(Expr.Call c) {
        List<String> parts = new ArrayList<>();
        boolean byPosition = true;
        for (int i = 0; i < c.args().size(); i++) {
            Slot slot = c.op().slots().get(i);
            Expr value = c.args().get(i);
            boolean hidden =
                    c.op() instanceof Capability.AllocatesWindow && slot.name().equals("name");
            if (hidden || isDefault(slot, value)) {
                byPosition = false;
                continue;
            }
            byPosition &= !slot.isKeywordOnly();
            parts.add((byPosition ? "" : slot.name() + "=") + expr(value));
        }
        if (!c.attrs().isEmpty()) {
            parts.add("attrs=" + dict(c.attrs()));
        }
        return c.op().name() + "(" + String.join(", ", parts) + ")";
    }

    private static boolean isDefault(Slot slot, Expr value) {
        return slot.fallback().map(fallback -> Structure.same(fallback, value)).orElse(false);
    }
}
