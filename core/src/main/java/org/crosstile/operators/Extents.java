package org.crosstile.operators;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import org.crosstile.abi.DType;
import org.crosstile.memory.Sizes;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Structure;
import org.crosstile.model.TensorView;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * What can be proved at compile time about extents and offsets. What is not proved is not a
 * problem.
 */
final class Extents {
    /** What every tensor, window and region must be, whoever gives its extents. */
    static final Rule BYTES =
            Rule.of("shape-bytes", "what extents enclose must have fewer than 2^63 bytes")
                    .explained(
                            "Bytes are counted in 64 bits, and no memory has more.",
                            "kernel",
                            "t = pl.create_tensor([4611686018427387904, 64], dtype=pl.FP32)",
                            "t = pl.create_tensor([4, 64], dtype=pl.FP32)");

    private Extents() {}

    /** Reports constant extents that enclose more bytes than can be counted. */
    static void countable(DType dtype, List<Expr> extents, Span span, Problems problems) {
        if (Exprs.bytes(dtype.bytes(), extents).isEmpty()) {
            Problem.error(BYTES, span, Describe.shape(extents) + " of " + dtype).to(problems);
        }
    }

    /** The number of elements of constant extents; empty if it is not known, or no such number. */
    static OptionalLong count(List<Expr> extents) {
        return ValidBox.isStatic(extents)
                ? Sizes.product(
                        extents.stream().mapToLong(e -> Exprs.constant(e).orElseThrow()).toArray())
                : OptionalLong.empty();
    }

    /** Reports constants that are no valid extents of a box of as many dimensions. */
    static void valid(Rule rule, List<Expr> valid, List<Expr> box, Span span, Problems problems) {
        if (valid.size() != box.size()) {
            return;
        }
        for (int i = 0; i < valid.size(); i++) {
            OptionalLong extent = Exprs.constant(valid.get(i));
            OptionalLong most = Exprs.constant(box.get(i));
            if (extent.isPresent()
                    && (extent.getAsLong() < 0
                            || (most.isPresent() && extent.getAsLong() > most.getAsLong()))) {
                Problem.error(rule, valid.get(i).span(), "this is " + extent.getAsLong())
                        .see(span, "the extents are " + Describe.shape(box))
                        .hint(most.isPresent() ? "give 0 to " + most.getAsLong() : "")
                        .to(problems);
            }
        }
    }

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
