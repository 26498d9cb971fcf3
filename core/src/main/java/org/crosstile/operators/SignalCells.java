package org.crosstile.operators;

import java.util.OptionalLong;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Slot;
import org.crosstile.model.Type;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/**
 * What the operators on signal cells check alike: one INT32 cell, named by one offset per
 * dimension.
 */
final class SignalCells {
    private SignalCells() {}

    /** Reports a cell that is provably outside the window. */
    static void inside(Rule rule, Expr.Call call, Slot window, Slot offsets, Problems problems) {
        Expr signal = call.get(window);
        new Bounds(rule, "points", problems)
                .checkIndex(
                        call.tuple(offsets),
                        ((Type.TensorLike) signal.type()).shape(),
                        signal,
                        call.get(offsets).span());
    }

    /** Reports a value that a cell cannot hold. */
    static void fits(Rule rule, Expr value, long least, Problems problems) {
        OptionalLong constant = Exprs.constant(value);
        if (constant.isPresent()
                && (constant.getAsLong() < least || constant.getAsLong() > Integer.MAX_VALUE)) {
            Problem.error(rule, value.span(), "this is " + constant.getAsLong())
                    .hint("write a value from " + least + " to " + Integer.MAX_VALUE)
                    .to(problems);
        }
    }

    /** Reports a rank index that is provably negative. */
    static void peer(Rule rule, Expr peer, Problems problems) {
        if (Extents.isNegative(peer)) {
            Problem.error(rule, peer.span(), "this is " + Exprs.constant(peer).getAsLong())
                    .hint(
                            "count ranks from 0; write (rank - 1 + nranks) % nranks for the one before")
                    .to(problems);
        }
    }
}
