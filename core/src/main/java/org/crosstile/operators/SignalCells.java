package org.crosstile.operators;

import java.util.OptionalLong;
import org.crosstile.memory.Fault;
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
    /** The rule of every peer. */
    static final Rule PEER_HUGE =
            Rule.of("peer-huge", "`peer` must be a rank, which is an INT32")
                    .explained(
                            "Ranks are numbered from 0 in 32 bits.",
                            "kernel",
                            "pld.tensor.put(win, 2147483648, x)",
                            "pld.tensor.put(win, 1, x)");

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

    /**
     * A value as a cell holds it.
     *
     * @throws Fault if a cell cannot hold it
     */
    static int exact(Rule rule, long value, long least) {
        if (value < least || value > Integer.MAX_VALUE) {
            throw new Fault(
                    rule.id(),
                    rule.headline(),
                    "value " + value,
                    "give a value from " + least + " to " + Integer.MAX_VALUE);
        }
        return (int) value;
    }

    /** Reports a constant that can be no rank. */
    static void peer(Rule negative, Expr peer, Problems problems) {
        OptionalLong rank = Exprs.constant(peer);
        if (rank.isPresent() && rank.getAsLong() < 0) {
            Problem.error(negative, peer.span(), "this is " + rank.getAsLong())
                    .hint(
                            "count ranks from 0; write (rank - 1 + nranks) % nranks for the one before")
                    .to(problems);
        } else if (rank.isPresent() && rank.getAsLong() > Integer.MAX_VALUE) {
            Problem.error(PEER_HUGE, peer.span(), "this is " + rank.getAsLong())
                    .hint("count ranks from 0")
                    .to(problems);
        }
    }
}
