package org.crosstile.operators;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Structure;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * What can be proved at compile time about extents and offsets. What is not proved is not a
 * problem.
 */
final class Extents {
    private Extents() {}

    /** Reports every extent that is a constant below one. */
    static void positive(Rule rule, String name, List<Expr> extents, Problems problems) {
        for (Expr extent : extents) {
            OptionalLong value = Exprs.constant(extent);
            if (value.isPresent() && value.getAsLong() <= 0) {
                Problem.error(rule, extent.span(), "this is " + value.getAsLong())
                        .headline("every extent of `" + name + "` must be positive")
                        .to(problems);
            }
        }
    }

    /** Reports a shape with constant extents below one at the operand that has it. */
    static void positiveShape(
            Rule rule, String name, Expr operand, List<Expr> shape, Problems problems) {
        if (shape.stream().anyMatch(Extents::isBelowOne)) {
            Problem.error(rule, operand.span(), "this has shape " + Describe.shape(shape))
                    .headline("every extent of `" + name + "` must be positive")
                    .to(problems);
        }
    }

    private static boolean isBelowOne(Expr extent) {
        OptionalLong value = Exprs.constant(extent);
        return value.isPresent() && value.getAsLong() <= 0;
    }

    /** Whether an expression is a constant below zero. */
    static boolean isNegative(Expr e) {
        OptionalLong value = Exprs.constant(e);
        return value.isPresent() && value.getAsLong() < 0;
    }

    /** Whether two extents are constants that differ. */
    static boolean differ(Expr a, Expr b) {
        OptionalLong x = Exprs.constant(a);
        OptionalLong y = Exprs.constant(b);
        return x.isPresent() && y.isPresent() && x.getAsLong() != y.getAsLong();
    }

    /** Whether two extents are certainly the same: equal constants, or the same expression. */
    static boolean agree(Expr a, Expr b) {
        OptionalLong x = Exprs.constant(a);
        OptionalLong y = Exprs.constant(b);
        boolean known = x.isPresent() && y.isPresent();
        return known ? x.getAsLong() == y.getAsLong() : Structure.same(a, b);
    }

    /** {@code n} extents of one. */
    static List<Expr> ones(int n) {
        return Collections.nCopies(n, Exprs.index(1));
    }

    /** Whether a tensor provably or by default lies packed in row-major order. */
    static boolean isPacked(Type.TensorLike type) {
        if (type.view().layout() != TensorView.Layout.ND) {
            return false;
        }
        List<Expr> stride = type.view().stride();
        Expr step = Exprs.index(1);
        for (int d = stride.size() - 1; d >= 0; d--) {
            if (!agree(stride.get(d), step)) {
                return false;
            }
            step = Exprs.mul(step, type.shape().get(d));
        }
        return true;
    }

    /** The extents of a source that hold data: its valid region if it has one, else its shape. */
    static List<Expr> valid(Type type) {
        return switch (type) {
            case Type.TensorLike t -> t.view().valid().isEmpty() ? t.shape() : t.view().valid();
            case Type.Tile t -> t.effectiveValid();
            default -> throw new IllegalArgumentException("no extents: " + type.describe());
        };
    }
}
