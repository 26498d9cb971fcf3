package org.crosstile.isa;

import org.crosstile.memory.Arith;

/**
 * What TREDUCE does with two elements. There is no product, unlike in the operators' reductions.
 */
public enum ReduceOp implements OneByte {
    Sum,
    Max,
    Min;

    /** The arithmetic of the vector unit that computes it: TADD, TMAX or TMIN. */
    public Arith arith() {
        return switch (this) {
            case Sum -> Arith.ADD;
            case Max -> Arith.MAX;
            case Min -> Arith.MIN;
        };
    }
}
