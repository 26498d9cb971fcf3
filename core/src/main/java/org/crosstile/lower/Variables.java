package org.crosstile.lower;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.crosstile.abi.DType;
import org.crosstile.model.Block;
import org.crosstile.model.Builder.NameSource;
import org.crosstile.model.Expr;
import org.crosstile.model.Function;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.model.Walk;
import org.crosstile.source.Span;

/** Questions about variables that several passes ask. */
final class Variables {
    private Variables() {}

    /** A source of names that are unused in a function. */
    static NameSource names(Function f) {
        NameSource names = new NameSource();
        f.params().forEach(p -> names.fresh(p.var().name()));
        Walk.statements(f.body(), s -> Walk.defined(s).forEach(v -> names.fresh(v.name())));
        return names;
    }

    /** Every variable that is defined below a block, in the order of the text. */
    static Set<Var> defined(Block block) {
        Set<Var> all = new LinkedHashSet<>();
        Walk.statements(block, s -> all.addAll(Walk.defined(s)));
        return all;
    }

    /** Visits the variables that an expression mentions. */
    static void used(Expr e, Consumer<Var> visitor) {
        Walk.expressions(
                e,
                x -> {
                    if (x instanceof Var v) {
                        visitor.accept(v);
                    }
                });
    }

    /** Visits the variables that a type's extents mention. */
    static void used(Type type, Consumer<Var> visitor) {
        switch (type) {
            case Type.TensorLike t -> {
                t.shape().forEach(e -> used(e, visitor));
                t.view().stride().forEach(e -> used(e, visitor));
                t.view().valid().forEach(e -> used(e, visitor));
            }
            case Type.Tile t -> t.valid().forEach(e -> used(e, visitor));
            case Type.Tuple t -> t.items().forEach(i -> used(i, visitor));
            default -> {}
        }
    }

    /**
     * For each variable, the value that an assignment gives it; of a variable set twice, the last.
     */
    static Map<Var, Expr> values(Block block) {
        Map<Var, Expr> values = new HashMap<>();
        Walk.statements(
                block,
                s -> {
                    if (s instanceof Stmt.Assign x) {
                        values.put(x.target(), x.value());
                    }
                });
        return values;
    }

    /** The values that the last statement of a block yields; none if it does not yield. */
    static List<Expr> yielded(Block block) {
        return !block.isEmpty() && block.statements().getLast() instanceof Stmt.Yield y
                ? y.values()
                : List.of();
    }

    /** A constant of a scalar type: zero or False. */
    static Expr zero(DType dtype, Span span) {
        if (dtype == DType.BOOL) {
            return new Expr.Bool(false, span);
        }
        if (dtype == DType.TASK_ID) {
            return new Expr.None(span);
        }
        return dtype.isFloat() ? new Expr.Real(0, dtype, span) : new Expr.Int(0, dtype, span);
    }
}
