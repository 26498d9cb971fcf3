package org.crosstile.operators;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;

/**
 * The mesh form of allreduce: every rank reads every rank, chunk by chunk, and writes back only its
 * own window. All of them combine in the order of the ranks, so that all get the same bits.
 *
 * <pre>
 *   barrier 1                       everybody's data is in place
 *   for each chunk c = 0, 1, ...:
 *       acc = rank 0's chunk; acc = op(acc, rank r's chunk) for r = 1, 2, ...
 *       barrier c + 2               everybody has read this chunk
 *       own chunk = acc
 *   take the 1 + chunks credits back
 * </pre>
 *
 * The store of a chunk comes after the barrier that says that nobody reads it any more; other
 * chunks are other memory.
 */
final class MeshAllReduce {
    private final Expr target;
    private final Type.Window type;
    private final CreditBarrier barrier;
    private final Reduction reduction;
    private final Builder body;

    MeshAllReduce(Expr target, Expr signal, Reduction reduction, Builder body) {
        this.target = target;
        this.type = (Type.Window) target.type();
        this.barrier = CreditBarrier.over(target, signal, body);
        this.reduction = reduction;
        this.body = body;
    }

    void write() {
        if (ValidBox.isPartial(type)) {
            writeRectangle();
        } else {
            writeChunks();
        }
    }

    private void writeChunks() {
        Expr length = body.let("length", Exprs.product(type.shape()));
        Expr view = ViewAs.asRow(target, length, body);
        Chunks chunks = Chunks.of(length, type.dtype());
        barrier.barrier(1);
        body.loop(
                "offset",
                Exprs.index(0),
                length,
                Exprs.index(chunks.width()),
                offset -> writeChunk(view, chunks, offset));
        barrier.epilogue(Exprs.cast(Exprs.add(chunks.count(), Exprs.index(1)), DType.INT32));
    }

    private void writeChunk(Expr view, Chunks chunks, Expr offset) {
        Expr valid = body.let("valid", chunks.valid(offset));
        Expr at = Exprs.tuple(Exprs.index(0), offset);
        Expr reduced =
                barrier.reduce(
                        rank -> reduction.remoteLoad(view, rank, at, chunks, valid),
                        reduction::combine);
        Expr generation = Exprs.add(chunks.number(offset), Exprs.index(2));
        barrier.barrier(body.let("generation", Exprs.cast(generation, DType.INT32)));
        reduction.store(reduced, at, view, valid);
    }

    /** A partly valid window: one rectangle, in one piece. */
    private void writeRectangle() {
        List<Expr> shape = ValidBox.rectangle(type.shape());
        List<Expr> valid = ValidBox.rectangle(type.view().valid());
        Expr box = Exprs.tuple(valid);
        Expr tile = Exprs.tuple(tileShape(type));
        Expr origin = Exprs.tuple(Exprs.indices(0, 0));
        Expr view = body.let("view", ViewAs.OP, target, Exprs.tuple(shape), box);
        barrier.barrier(1);
        Expr reduced =
                barrier.reduce(
                        rank -> body.let("recv", RemoteLoad.OP, view, rank, origin, tile, box),
                        reduction::combine);
        barrier.barrier(2);
        body.run(Store.OP, reduced, origin, view);
        barrier.epilogue(2);
    }

    /** The tile for a partly valid window: its valid rectangle if that is known, else all of it. */
    private static List<Expr> tileShape(Type.Window type) {
        List<Expr> valid = ValidBox.rectangle(type.view().valid());
        return ValidBox.isStatic(valid) ? valid : ValidBox.rectangle(type.shape());
    }

    /** Whether the tile for a partly valid window provably is no larger than a chunk. */
    static boolean fitsOneChunk(Type.Window type) {
        Expr elements = Exprs.product(tileShape(type));
        return Exprs.constant(elements).isPresent()
                && Exprs.constant(elements).getAsLong() <= Chunks.most(type.dtype());
    }
}
