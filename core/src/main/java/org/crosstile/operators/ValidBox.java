package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/** The part of a window that holds data, where that is not all of it. */
final class ValidBox {
    private ValidBox() {}

    /** Whether a window says that not all of it holds data. */
    static boolean isPartial(Type.TensorLike type) {
        List<Expr> valid = type.view().valid();
        for (int d = 0; d < valid.size(); d++) {
            if (!Extents.agree(valid.get(d), type.shape().get(d))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a box holds the first elements of a shape in row-major order: extents of one, then
     * any extent, then whole dimensions.
     */
    static boolean isPrefix(List<Expr> box, List<Expr> shape) {
        int d = 0;
        while (d < box.size() && Exprs.isConstant(box.get(d), 1)) {
            d++;
        }
        for (int rest = d + 1; rest < box.size(); rest++) {
            if (!Extents.agree(box.get(rest), shape.get(rest))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a box is one rectangle when all leading dimensions are taken as rows. */
    static boolean isRectangle(List<Expr> box, List<Expr> shape) {
        int last = box.size() - 1;
        return isPrefix(box.subList(0, last), shape.subList(0, last));
    }

    /** All leading extents as rows, and the columns. */
    static List<Expr> rectangle(List<Expr> extents) {
        List<Expr> rectangle = new ArrayList<>();
        rectangle.add(Exprs.product(extents.subList(0, extents.size() - 1)));
        rectangle.add(extents.getLast());
        return rectangle;
    }

    static boolean isStatic(List<Expr> extents) {
        return extents.stream().allMatch(e -> Exprs.constant(e).isPresent());
    }

    /** Whether the element of a shape at a row-major index lies in its box; both constant. */
    static boolean contains(List<Expr> box, List<Expr> shape, long index) {
        long rest = index;
        for (int d = shape.size() - 1; d >= 0; d--) {
            long extent = Exprs.constant(shape.get(d)).orElseThrow();
            if (rest % extent >= Exprs.constant(box.get(d)).orElseThrow()) {
                return false;
            }
            rest /= extent;
        }
        return true;
    }
}
