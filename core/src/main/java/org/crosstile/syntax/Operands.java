package org.crosstile.syntax;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.Coded;
import org.crosstile.abi.DType;
import org.crosstile.model.Binding;
import org.crosstile.model.Expr;
import org.crosstile.model.Kind;
import org.crosstile.model.Op;
import org.crosstile.model.Slot;

/** Chooses among operators of one name, and turns codes into the constants that they stand for. */
final class Operands {
    private Operands() {}

    /**
     * The first operator whose first slot takes the first operand; the first of all if none does.
     */
    static Op choose(List<Op> candidates, List<Expr> positional, List<Binding.Keyword> keywords) {
        for (Op op : candidates) {
            if (op.slots().isEmpty()) {
                continue;
            }
            Slot first = op.slots().getFirst();
            if (!positional.isEmpty()) {
                if (first.kind().accepts(positional.getFirst())) {
                    return op;
                }
                continue;
            }
            for (Binding.Keyword keyword : keywords) {
                if (keyword.name().equals(first.name()) && first.kind().accepts(keyword.value())) {
                    return op;
                }
            }
        }
        return candidates.getFirst();
    }

    static List<Expr> positional(Op op, List<Expr> given) {
        List<Slot> open = op.slots().stream().filter(s -> !s.isKeywordOnly()).toList();
        List<Expr> adapted = new ArrayList<>();
        for (int i = 0; i < given.size(); i++) {
            adapted.add(i < open.size() ? adapt(open.get(i), given.get(i)) : given.get(i));
        }
        return adapted;
    }

    static List<Binding.Keyword> keywords(Op op, List<Binding.Keyword> given) {
        List<Binding.Keyword> adapted = new ArrayList<>();
        for (Binding.Keyword keyword : given) {
            Expr value = keyword.value();
            for (Slot slot : op.slots()) {
                if (slot.name().equals(keyword.name())) {
                    value = adapt(slot, value);
                }
            }
            adapted.add(
                    new Binding.Keyword(
                            keyword.name(), value, keyword.span(), keyword.valueSpan()));
        }
        return adapted;
    }

    private static Expr adapt(Slot slot, Expr given) {
        if (slot.kind() instanceof Kind.OneOf one) {
            if (given instanceof Expr.Int code) {
                return byCode(one.type(), code);
            }
            if (given instanceof Expr.Text name && one.type() == CastMode.class) {
                return byName(one.type(), name);
            }
        }
        if (slot.kind() instanceof Kind.Word word
                && given instanceof Expr.Int code
                && code.dtype() == DType.INDEX
                && code.value() >= 0
                && code.value() < word.allowed().size()) {
            return new Expr.Text(word.allowed().get((int) code.value()), code.span());
        }
        if (slot.kind() instanceof Kind.Word && given instanceof Expr.Code code) {
            return new Expr.Text(code.value().spelling(), code.span());
        }
        return given;
    }

    /** The constant with a code; the code itself if there is none. */
    private static Expr byCode(Class<? extends Coded> type, Expr.Int code) {
        for (Coded constant : type.getEnumConstants()) {
            if (constant.ordinal() == code.value()) {
                return new Expr.Code(constant, code.span());
            }
        }
        return code;
    }

    private static Expr byName(Class<? extends Coded> type, Expr.Text name) {
        for (Coded constant : type.getEnumConstants()) {
            if (constant.spelling().equals(name.value())) {
                return new Expr.Code(constant, name.span());
            }
        }
        return name;
    }
}
