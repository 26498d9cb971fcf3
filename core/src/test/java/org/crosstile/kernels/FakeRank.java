package org.crosstile.kernels;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;

/** A rank without peers: it has a UB, and keeps what programs log. */
public final class FakeRank implements Rank {
    private final int device;
    private final Ub ub = new Ub();
    private final List<Object> log = new ArrayList<>();

    public FakeRank(int device) {
        this.device = device;
    }

    public List<Object> log() {
        return log;
    }

    @Override
    public int device() {
        return device;
    }

    @Override
    public Ub ub() {
        return ub;
    }

    @Override
    public CommContext context(View window) {
        return new CommContext(device, 2);
    }

    @Override
    public View peer(View window, long peer) {
        throw new AssertionError("no peers here");
    }

    @Override
    public void notify(View target, long peer, long[] offsets, int value, NotifyOp op, int site) {
        log.add("notify " + peer + " " + value + " " + op);
    }

    @Override
    public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {
        log.add("await " + expected + " " + cmp);
    }

    @Override
    public void fence() {
        log.add("fence");
    }
}
