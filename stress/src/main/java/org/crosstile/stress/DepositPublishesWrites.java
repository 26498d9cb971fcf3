package org.crosstile.stress;

import org.crosstile.abi.DType;
import org.crosstile.memory.Cells;
import org.crosstile.memory.Elements;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** Who sees a deposit, added or set, sees the tile that was stored before it. */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "nothing arrived")
@Outcome(id = "0, 7", expect = Expect.ACCEPTABLE, desc = "the tile came first")
@Outcome(
        id = {"1, 7", "2, 7"},
        expect = Expect.ACCEPTABLE,
        desc = "deposit and tile")
@Outcome(
        id = {"1, 0", "2, 0"},
        expect = Expect.FORBIDDEN,
        desc = "a deposit without its tile")
@State
public class DepositPublishesWrites {
    private static final long[] ORIGIN = {0, 0};
    private static final long[] LAST = {0, 7};

    private final View data = View.zeros(DType.FP32, 1, 8);
    private final View signal = View.zeros(DType.INT32, 1, 1);
    private final Tile tile = Tile.allocate(DType.FP32, 1, 8);

    public DepositPublishesWrites() {
        TileMath.full(7f, tile);
    }

    @Actor
    public void notifier() {
        Transfer.store(tile, data, ORIGIN);
        Cells.add(signal.segment(), 0, 1);
        Cells.set(signal.segment(), 0, 2);
    }

    @Actor
    public void waiter(II_Result r) {
        r.r1 = Cells.acquire(signal.segment(), 0);
        r.r2 = (int) Elements.readFloat(data, LAST);
    }
}
