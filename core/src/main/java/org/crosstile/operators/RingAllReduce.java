package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/**
 * The ring form of allreduce: every rank reads only the rank to its left.
 *
 * <pre>
 *   rounds 1 .. ranks - 1           reduce-scatter: take in what the left has reduced so far;
 *                                   afterwards rank r holds the result of segment r
 *   rounds ranks .. 2 * ranks - 2   allgather: copy what the left has got
 *
 *   in a round, for each chunk k of a segment, on the round's own row of the signal:
 *       barrier 2k + 1              the left has stored what is read now
 *       read, reduce
 *       barrier 2k + 2              the right has read what is overwritten now
 *       store
 * </pre>
 *
 * Every rank does as many barriers in every round, even if its segment is short or empty.
 */
final class RingAllReduce {
    private final Builder body;
    private final Expr signal;
    private final CreditBarrier barrier;
    private final Reduction reduction;
    private final Expr ranks;
    private final RingSegments segments;
    private final Chunks chunks;
    private final Expr view;
    private final Expr left;

    RingAllReduce(Expr target, Expr signal, Reduction reduction, Builder body) {
        Type.Window type = (Type.Window) target.type();
        this.body = body;
        this.signal = signal;
        this.reduction = reduction;
        this.barrier = CreditBarrier.over(target, signal, body);
        Expr declared = ((Type.Window) signal.type()).shape().get(1);
        this.ranks = Exprs.constant(declared).isPresent() ? declared : barrier.ranks();
        Expr all = body.let("all", Exprs.product(type.shape()));
        Expr size =
                ValidBox.isPartial(type)
                        ? body.let("size", Exprs.product(type.view().valid()))
                        : all;
        this.segments = new RingSegments(size, ranks, type.dtype());
        this.chunks = Chunks.of(body.let("longest", segments.longest()), type.dtype());
        this.view =
                ValidBox.isPartial(type)
                        ? body.let("view", ViewAs.OP, target, Chunks.row(all), Chunks.row(size))
                        : ViewAs.asRow(target, all, body);
        this.left = body.let("left", wrap(Exprs.sub(barrier.my(), Exprs.index(1))));
    }

    /** A rank that may have gone below zero, by at most the number of ranks. */
    private Expr wrap(Expr rank) {
        return Exprs.mod(Exprs.add(rank, ranks), ranks);
    }

    void write() {
        Expr one = Exprs.index(1);
        body.loop(
                "step",
                one,
                ranks,
                one,
                step -> {
                    Expr row = body.let("row", Exprs.sub(step, one));
                    Expr segment = wrap(Exprs.sub(Exprs.sub(barrier.my(), step), one));
                    writeRound(row, body.let("segment", segment), true);
                });
        body.loop(
                "step",
                one,
                ranks,
                one,
                step -> {
                    Expr row = body.let("row", Exprs.sub(Exprs.add(step, ranks), Exprs.index(2)));
                    writeRound(
                            row, body.let("segment", wrap(Exprs.sub(barrier.my(), step))), false);
                });
        Expr credits = Exprs.cast(Exprs.mul(Exprs.index(2), chunks.count()), DType.INT32);
        barrier.ringEpilogue(((Type.Window) signal.type()).shape().get(0), credits);
    }

    private void writeRound(Expr row, Expr segment, boolean reduces) {
        Expr begin = body.let("begin", segments.boundary(segment));
        Expr end = segments.boundary(Exprs.add(segment, Exprs.index(1)));
        Expr length = body.let("length", Exprs.sub(end, begin));
        body.loop(
                "offset",
                Exprs.index(0),
                chunks.length(),
                Exprs.index(chunks.width()),
                offset -> writeChunk(row, begin, length, offset, reduces));
    }

    private void writeChunk(Expr row, Expr begin, Expr length, Expr offset, boolean reduces) {
        Expr active = body.let("active", Exprs.binary(Expr.BinaryOp.LT, offset, length));
        Expr rest = Exprs.min(Exprs.index(chunks.width()), Exprs.sub(length, offset));
        Expr valid = body.let("valid", Exprs.max(Exprs.index(1), rest));
        Expr at = Exprs.tuple(Exprs.index(0), body.let("at", Exprs.add(begin, offset)));
        Expr epoch = Exprs.mul(Exprs.index(2), chunks.number(offset));
        barrier.rowBarrier(row, generation(epoch, 1));
        Expr tile =
                body.choose(
                                active,
                                () -> List.of(received(at, valid, reduces)),
                                () -> List.of(placeholder(valid)))
                        .getFirst();
        barrier.rowBarrier(row, generation(epoch, 2));
        body.when(active, () -> reduction.store(tile, at, view, valid));
    }

    private Expr generation(Expr epoch, long plus) {
        return body.let("generation", Exprs.cast(Exprs.add(epoch, Exprs.index(plus)), DType.INT32));
    }

    private Expr received(Expr at, Expr valid, boolean reduces) {
        Expr received = reduction.remoteLoad(view, left, at, chunks, valid);
        return reduces
                ? reduction.combine(reduction.load(view, at, chunks, valid), received)
                : received;
    }

    /** A tile of the right type for a chunk that the segment does not have; never stored. */
    private Expr placeholder(Expr valid) {
        return reduction.load(view, Exprs.tuple(Exprs.indices(0, 0)), chunks, valid);
    }
}
