package org.crosstile.stress;

import org.crosstile.abi.DType;
import org.crosstile.memory.Cells;
import org.crosstile.memory.Elements;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** Two ranks that add to one FP16 element, to its neighbour in the same word, and to a cell. */
@JCStressTest
@Outcome(id = "3, 3, 3", expect = Expect.ACCEPTABLE, desc = "both arrived everywhere")
@Outcome(expect = Expect.FORBIDDEN, desc = "an addition was lost")
@State
public class AddsAreNotLost {
    private static final long[] ORIGIN = {0, 0};

    private final View data = View.zeros(DType.FP16, 1, 2);
    private final View signal = View.zeros(DType.INT32, 1, 1);
    private final Tile one = Tile.allocate(DType.FP16, 1, 2);
    private final Tile two = Tile.allocate(DType.FP16, 1, 2);

    public AddsAreNotLost() {
        TileMath.full(1f, one);
        TileMath.full(2f, two);
    }

    @Actor
    public void first() {
        Transfer.storeAdd(one, data, ORIGIN);
        Cells.add(signal.segment(), 0, 1);
    }

    @Actor
    public void second() {
        Transfer.storeAdd(two, data, ORIGIN);
        Cells.add(signal.segment(), 0, 2);
    }

    @Arbiter
    public void after(III_Result r) {
        r.r1 = (int) Elements.readFloat(data, new long[] {0, 0});
        r.r2 = (int) Elements.readFloat(data, new long[] {0, 1});
        r.r3 = Cells.acquire(signal.segment(), 0);
    }
}
