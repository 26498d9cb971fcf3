package org.crosstile.operators;

import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/**
 * The mesh form of a host's allreduce, by several cores of every rank. Tiles are dealt out in turn:
 * core b of every rank has the tiles b, b + active, b + 2 * active, ... and synchronises with core
 * b of the other ranks on a lane of the signal.
 *
 * <pre>
 *   active = min(cores, lanes)       cores without a lane leave at once, on all ranks alike
 *   barrier 1                        everybody's data is in place
 *   for each of its tiles k = 0, 1, ...:
 *       acc = rank 0's tile; acc = op(acc, rank r's tile) for r = 1, 2, ...
 *       barrier k + 2                everybody has read this tile
 *       own tile = acc
 *   take the 1 + tiles credits back
 * </pre>
 */
final class HostMeshAllReduce {
    private final Expr target;
    private final Expr signal;
    private final Reduction reduction;
    private final Builder body;
    private final Expr length;
    private final Chunks tiles;

    HostMeshAllReduce(Expr target, Expr signal, Reduction reduction, Builder body) {
        Type.Window type = (Type.Window) target.type();
        this.target = target;
        this.signal = signal;
        this.reduction = reduction;
        this.body = body;
        this.length = type.shape().getFirst();
        this.tiles = HostKernel.tiles(length, type.dtype());
    }

    void write() {
        Expr lanes = ((Type.Window) signal.type()).shape().get(1);
        Expr block = body.let("block", BlockIndex.INDEX);
        Expr cores = body.let("cores", BlockIndex.COUNT);
        Expr active = body.let("active", Exprs.min(cores, lanes));
        body.when(Exprs.binary(Expr.BinaryOp.LT, block, active), () -> writeLane(block, active));
    }

    private void writeLane(Expr block, Expr active) {
        Expr one = Exprs.index(1);
        CreditBarrier barrier = CreditBarrier.over(target, signal, block, body);
        Expr view = body.let("view", ViewAs.OP, target, Chunks.row(length));
        Expr all = body.let("tiles", tiles.count());
        Expr ahead = Exprs.sub(Exprs.add(Exprs.sub(all, block), active), one);
        Expr mine = body.let("mine", Exprs.max(Exprs.floorDiv(ahead, active), Exprs.index(0)));
        barrier.barrier(1);
        body.loop(
                "turn",
                mine,
                turn -> writeTile(barrier, view, turn, Exprs.add(block, Exprs.mul(turn, active))));
        barrier.epilogue(Exprs.cast(Exprs.add(mine, one), DType.INT32));
    }

    private void writeTile(CreditBarrier barrier, Expr view, Expr turn, Expr tile) {
        Expr offset = body.let("offset", Exprs.mul(tile, Exprs.index(tiles.width())));
        Expr valid = body.let("valid", tiles.valid(offset));
        Expr at = Exprs.tuple(HostKernel.zero(), offset);
        Expr reduced =
                barrier.reduce(
                        rank -> reduction.remoteLoad(view, rank, at, tiles, valid),
                        reduction::combine);
        Expr generation = Exprs.add(turn, Exprs.index(2));
        barrier.barrier(body.let("generation", Exprs.cast(generation, DType.INT32)));
        reduction.store(reduced, at, view, valid);
    }
}
