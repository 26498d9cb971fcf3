package org.crosstile.operators;

import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;

/**
 * The self-clearing credit barrier that all collectives synchronise with.
 *
 * <pre>
 *   cell[j] of rank i = credits that rank j has sent to rank i and rank i has not yet taken back
 *
 *   barrier(g):  every peer's cell[my] += 1;  wait until own cell[j] >= g, for every peer j
 *   epilogue(N): own cell[j] -= N, for every peer j
 * </pre>
 *
 * Generations g count 1, 2, ..., N within a call. Waits compare with Ge, because a fast peer may be
 * one credit ahead. When all ranks have done their epilogue every cell is zero again, so that the
 * next call on the same signal begins at 1 too, in loops as well.
 */
final class CreditBarrier {
    private final Builder body;
    private final Expr signal;
    private final Expr ranks;
    private final Expr my;
    private final Expr lane;

    private CreditBarrier(Builder body, Expr signal, Expr ranks, Expr my, Expr lane) {
        this.body = body;
        this.signal = signal;
        this.ranks = ranks;
        this.my = my;
        this.lane = lane;
    }

    /** Asks for this rank's place in the domain of {@code window}. */
    static CreditBarrier over(Expr window, Expr signal, Builder body) {
        return over(window, signal, Exprs.index(0), body);
    }

    /** As {@link #over(Expr, Expr, Builder)}, over the cells {@code [rank, lane]}. */
    static CreditBarrier over(Expr window, Expr signal, Expr lane, Builder body) {
        Expr context = body.let("ctx", GetCommCtx.OP, window);
        Expr size = body.let("nranks", CommSize.OP, context);
        Expr ranks = body.let("n", Exprs.cast(size, DType.INDEX));
        Expr rank = body.let("rank", CommRank.OP, context);
        Expr my = body.let("my", Exprs.cast(rank, DType.INDEX));
        return new CreditBarrier(body, signal, ranks, my, lane);
    }

    /** The number of ranks, an INDEX. */
    Expr ranks() {
        return ranks;
    }

    /** This rank, an INDEX. */
    Expr my() {
        return my;
    }

    /** Writes a barrier over the cells {@code [rank, lane]}. */
    void barrier(Expr generation) {
        barrier(this::cell, generation);
    }

    void barrier(long generation) {
        barrier(Exprs.int32(generation));
    }

    /** Writes a barrier over one row of a ring's signal, the cells {@code [row, rank]}. */
    void rowBarrier(Expr row, Expr generation) {
        barrier(rank -> Exprs.tuple(row, rank), generation);
    }

    private void barrier(UnaryOperator<Expr> cellOf, Expr generation) {
        forEachPeer(peer -> credit(peer, cellOf.apply(my), Exprs.int32(1)));
        waitForPeers(cellOf, generation);
    }

    private void waitForPeers(UnaryOperator<Expr> cellOf, Expr generation) {
        forEachPeer(peer ->
                body.run(
                        Wait.OP,
                        signal,
                        cellOf.apply(peer),
                        generation,
                        new Expr.Code(WaitCmp.Ge, body.span())));
    }

    /** Takes all credits of the call back from the cells {@code [rank, lane]}. */
    void epilogue(Expr credits) {
        epilogue(this::cell, body.let("credits", credits));
    }

    void epilogue(long credits) {
        epilogue(Exprs.int32(credits));
    }

    /** Takes the credits of the call back from every row of a ring's signal. */
    void ringEpilogue(Expr rows, Expr credits) {
        Expr each = body.let("credits", credits);
        body.loop("row", rows, row -> epilogue(rank -> Exprs.tuple(row, rank), each));
    }

    private void epilogue(UnaryOperator<Expr> cellOf, Expr credits) {
        forEachPeer(peer -> credit(my, cellOf.apply(peer), Exprs.negate(credits)));
    }

    private void credit(Expr peer, Expr cell, Expr value) {
        body.run(
                Notify.OP,
                signal,
                peer,
                cell,
                value,
                new Expr.Code(NotifyOp.AtomicAdd, body.span()));
    }

    private Expr cell(Expr rank) {
        return Exprs.tuple(rank, lane);
    }

    /** {@code for peer in range(n): if peer != my: action}. */
    void forEachPeer(Consumer<Expr> action) {
        body.loop(
                "peer",
                ranks,
                peer -> body.when(Exprs.notEqual(peer, my), () -> action.accept(peer)));
    }

    /** {@code if my == root: then}, {@code else: otherwise}. */
    void onRoot(Expr root, Runnable then, Runnable otherwise) {
        body.when(Exprs.binary(Expr.BinaryOp.EQ, my, root), then, otherwise);
    }

    /** Gives {@code root} one more credit of this rank. */
    void creditRoot(Expr root) {
        credit(root, cell(my), Exprs.int32(1));
    }

    /** Waits until every peer has given so many credits of this call. */
    void waitForPeers(long credits) {
        waitForPeers(this::cell, Exprs.int32(credits));
    }

    /**
     * Combines what the ranks have in the order of the ranks, 0 first, whichever rank this is: so
     * the bits are the same on all of them.
     *
     * @param load reads what a rank has; this rank's own, too
     */
    Expr reduce(UnaryOperator<Expr> load, BinaryOperator<Expr> combine) {
        List<Expr> results =
                body.loop(
                        "peer",
                        Exprs.index(1),
                        ranks,
                        Exprs.index(1),
                        List.of(load.apply(Exprs.index(0))),
                        (peer, carried) ->
                                List.of(combine.apply(carried.getFirst(), load.apply(peer))));
        return results.getFirst();
    }
}
