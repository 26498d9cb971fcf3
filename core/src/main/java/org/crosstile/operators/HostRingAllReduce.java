package org.crosstile.operators;

import java.util.function.BiConsumer;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/**
 * The ring form of a host's allreduce: every rank reads only the rank to its left, one barrier per
 * round.
 *
 * <pre>
 *   rounds 1 .. ranks - 1             row round - 1: barrier; take in what the left has reduced so far
 *   rounds ranks .. 2 * ranks - 2     row round - 1: barrier; copy what the left has got
 *   row 2 * ranks - 2                 barrier: everybody has read what it needs
 *   take one credit back on every row
 * </pre>
 *
 * In one round a rank reads a segment that its left neighbour does not write in that round, so that
 * one barrier suffices. Segments may be of any size, and empty.
 */
final class HostRingAllReduce {
    private final Builder body;
    private final CreditBarrier barrier;
    private final Reduction reduction;
    private final Expr ranks;
    private final RingSegments segments;
    private final Chunks tiles;
    private final Expr view;
    private final Expr left;

    HostRingAllReduce(Expr target, Expr signal, Reduction reduction, Builder body) {
        Type.Window type = (Type.Window) target.type();
        Expr size = type.shape().getFirst();
        this.body = body;
        this.reduction = reduction;
        this.barrier = CreditBarrier.over(target, signal, body);
        this.ranks = barrier.ranks();
        this.segments = new RingSegments(size, ranks, type.dtype());
        this.tiles = HostKernel.tiles(size, type.dtype());
        this.view = body.let("view", ViewAs.OP, target, Chunks.row(size));
        this.left = body.let("left", wrap(Exprs.sub(barrier.my(), Exprs.index(1))));
    }

    /** A rank that may have gone below zero, by at most the number of ranks. */
    private Expr wrap(Expr rank) {
        return Exprs.mod(Exprs.add(rank, ranks), ranks);
    }

    void write() {
        Expr one = Exprs.index(1);
        Expr half = body.let("half", Exprs.sub(ranks, one));
        body.loop(
                "row",
                half,
                row -> {
                    Expr behind = Exprs.sub(Exprs.sub(barrier.my(), row), Exprs.index(2));
                    writeRound(
                            row,
                            Exprs.mod(Exprs.add(Exprs.add(behind, ranks), ranks), ranks),
                            this::reduceTile);
                });
        body.loop(
                "step",
                half,
                step -> {
                    Expr behind = Exprs.sub(Exprs.sub(barrier.my(), step), one);
                    Expr row = body.let("row", Exprs.add(half, step));
                    writeRound(row, wrap(behind), this::copyTile);
                });
        Expr last = body.let("last", Exprs.mul(Exprs.index(2), half));
        barrier.rowBarrier(last, Exprs.int32(1));
        barrier.ringEpilogue(body.let("rows", Exprs.add(last, one)), Exprs.int32(1));
    }

    private void writeRound(Expr row, Expr wrapped, BiConsumer<Expr, Expr> tile) {
        Expr segment = body.let("segment", wrapped);
        Expr begin = body.let("begin", segments.boundary(segment));
        Expr end = body.let("end", segments.boundary(Exprs.add(segment, Exprs.index(1))));
        barrier.rowBarrier(row, Exprs.int32(1));
        body.loop(
                "offset",
                begin,
                end,
                Exprs.index(tiles.width()),
                offset -> {
                    Expr rest = Exprs.sub(end, offset);
                    Expr valid = body.let("valid", Exprs.min(Exprs.index(tiles.width()), rest));
                    tile.accept(Exprs.tuple(HostKernel.zero(), offset), valid);
                });
    }

    private void reduceTile(Expr at, Expr valid) {
        Expr received = reduction.remoteLoad(view, left, at, tiles, valid);
        Expr own = reduction.load(view, at, tiles, valid);
        reduction.store(reduction.combine(own, received), at, view, valid);
    }

    private void copyTile(Expr at, Expr valid) {
        reduction.store(reduction.remoteLoad(view, left, at, tiles, valid), at, view, valid);
    }
}
