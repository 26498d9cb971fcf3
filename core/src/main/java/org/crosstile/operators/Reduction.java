package org.crosstile.operators;

import java.util.Locale;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.model.Builder;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Slot;

/** Tiles and elements of the collectives that reduce. */
final class Reduction {
    private final Builder body;
    private final ReduceOp op;

    Reduction(ReduceOp op, Builder body) {
        this.op = op;
        this.body = body;
    }

    static Slot slot() {
        return Slot.oneOf("op", ReduceOp.class, "how elements are combined").orElse(ReduceOp.Sum);
    }

    /** The operation as part of a function's name: {@code __sum}. */
    static String variant(ReduceOp op) {
        return "__" + op.name().toLowerCase(Locale.ROOT);
    }

    /** The tile with the elements of both combined. */
    Expr combine(Expr a, Expr b) {
        TileBinary tileOp =
                switch (op) {
                    case Sum -> TileBinary.ADD;
                    case Max -> TileBinary.MAXIMUM;
                    case Min -> TileBinary.MINIMUM;
                    case Prod -> TileBinary.MUL;
                };
        return body.let("acc", tileOp, a, b);
    }

    /** Loads this rank's own chunk, padded to the whole tile. */
    Expr load(Expr view, Expr at, Chunks chunks, Expr valid) {
        Expr tile = body.let("own", Load.OP, view, at, chunks.shape(), Chunks.row(valid));
        return pad(tile);
    }

    /** Loads a rank's chunk exactly, padded to the whole tile. */
    Expr remoteLoadExact(Expr view, Expr peer, Expr at, Chunks chunks, Expr valid) {
        return pad(
                body.let("recv", RemoteLoad.OP, view, peer, at, chunks.shape(), Chunks.row(valid)));
    }

    /**
     * Loads a peer's chunk, padded to the whole tile. An FP16 tail is read on to the next 32 bytes:
     * chunks of one row begin at multiples of 32 bytes, and window slots are rounded up to them.
     */
    Expr remoteLoad(Expr view, Expr peer, Expr at, Chunks chunks, Expr valid) {
        if (!chunks.padsTails()) {
            return remoteLoadExact(view, peer, at, chunks, valid);
        }
        Expr transferred = body.let("transferred", chunks.transferred(valid));
        Expr padded = new Expr.Bool(true, body.span());
        Expr raw =
                body.let(
                        "recv",
                        RemoteLoad.OP,
                        view,
                        peer,
                        at,
                        chunks.shape(),
                        Chunks.row(transferred),
                        padded);
        return pad(narrow(raw, valid));
    }

    /** The tile with elements past the valid ones set to zero, so that all of it is valid. */
    private Expr pad(Expr tile) {
        return body.let("padded", FillPad.OP, tile);
    }

    /** The tile with only the first elements of its row valid. */
    Expr narrow(Expr tile, Expr valid) {
        return body.let("narrow", SetValidShape.OP, tile, Exprs.index(1), valid);
    }

    /** Stores the valid elements of a chunk. */
    void store(Expr tile, Expr at, Expr view, Expr valid) {
        body.run(Store.OP, narrow(tile, valid), at, view);
    }

    /**
     * What the reduction of an element over all ranks gives, rounding after each step: rank 0's
     * element first, then the others' in ascending order.
     */
    static double fold(ReduceOp op, DType dtype, Meaning world, Slot slot, long index) {
        double value = world.elements(slot, 0).get(index);
        for (int rank = 1; rank < world.ranks(); rank++) {
            value = dtype.round(op.apply(value, world.elements(slot, rank).get(index)));
        }
        return value;
    }

    /** Puts computed elements into the windows of all ranks at once. */
    static void setAll(Meaning world, Slot slot, double[][] results) {
        for (int rank = 0; rank < results.length; rank++) {
            Meaning.Elements elements = world.elements(slot, rank);
            for (int i = 0; i < results[rank].length; i++) {
                elements.set(i, results[rank][i]);
            }
        }
    }
}
