package org.crosstile.operators;

import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Meaning;
import org.crosstile.model.Slot;

/**
 * How a stream of elements is divided among the ranks of a ring: one segment each, balanced, empty
 * for some ranks if there are fewer elements than ranks. FP16 segments begin at multiples of 32
 * bytes, where the MTE can begin.
 *
 * @param size elements of the stream, an INDEX
 * @param ranks number of segments, an INDEX
 */
record RingSegments(Expr size, Expr ranks, DType dtype) {
    private static final int HALF_UNIT = 16;

    /** Where segment {@code i} begins, and segment {@code i - 1} ends. */
    Expr boundary(Expr i) {
        Expr position = Exprs.mul(i, size);
        if (dtype != DType.FP16) {
            return Exprs.floorDiv(position, ranks);
        }
        Expr divisor = Exprs.mul(ranks, Exprs.index(HALF_UNIT));
        Expr units =
                Exprs.floorDiv(Exprs.sub(Exprs.add(position, divisor), Exprs.index(1)), divisor);
        return Exprs.min(size, Exprs.mul(units, Exprs.index(HALF_UNIT)));
    }

    /** The most elements that a segment can have. */
    Expr longest() {
        Expr even = Exprs.floorDiv(Exprs.sub(Exprs.add(size, ranks), Exprs.index(1)), ranks);
        return dtype == DType.FP16
                ? Exprs.min(size, Exprs.add(even, Exprs.index(HALF_UNIT - 1)))
                : even;
    }

    /**
     * What a ring gives for the element at {@code index} on all ranks: the segment's owner comes
     * last, the rank after it begins.
     */
    static double fold(ReduceOp op, DType dtype, long size, Meaning world, Slot slot, long index) {
        int ranks = world.ranks();
        RingSegments segments = new RingSegments(Exprs.index(size), Exprs.index(ranks), dtype);
        int owner = 0;
        while (Exprs.constant(segments.boundary(Exprs.index(owner + 1))).orElseThrow() <= index) {
            owner++;
        }
        double value = world.elements(slot, (owner + 1) % ranks).get(index);
        for (int hop = 2; hop <= ranks; hop++) {
            double own = world.elements(slot, (owner + hop) % ranks).get(index);
            value = dtype.round(op.apply(own, value));
        }
        return value;
    }
}
