package org.crosstile.ranks;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.SignalCell;

/** A wait of one rank for one cell of its own region. */
public final class PendingWait {
    private final MemorySegment region;
    private final long offset;
    private final int expected;
    private final WaitCmp cmp;
    private final View signal;
    private final long[] index;
    private final int site;
    private volatile boolean released;

    public PendingWait(
            View signal, long[] index, long offset, int expected, WaitCmp cmp, int site) {
        this.region = signal.segment();
        this.offset = offset;
        this.expected = expected;
        this.cmp = cmp;
        this.signal = signal;
        this.index = index;
        this.site = site;
    }

    /** Byte offset of the cell in the rank's region. */
    public long offset() {
        return offset;
    }

    public int expected() {
        return expected;
    }

    public WaitCmp cmp() {
        return cmp;
    }

    /** The call site. */
    public int site() {
        return site;
    }

    /** What the cell holds. */
    public int value() {
        return Cells.read(region, offset);
    }

    /** Whether the cell satisfies the condition now. */
    public boolean holds() {
        return cmp.holds(Cells.read(region, offset), expected);
    }

    /** Whether a deposit at {@code at} that made the cell {@code value} satisfies the condition. */
    public boolean isSatisfiedBy(long at, int value) {
        return at == offset && cmp.holds(value, expected);
    }

    public boolean isReleased() {
        return released;
    }

    /** Lets the rank go on. A world sees to it that this happens once. */
    public void release() {
        released = true;
    }

    /** This wait as reports speak of it. */
    public BlockedWait record(int device) {
        List<Long> indices = new ArrayList<>();
        for (long i : index) {
            indices.add(i);
        }
        int rank = signal.window().map(w -> w.domain().rankOf(device)).orElse(device);
        String window = signal.window().map(WindowBuffer::name).orElse("signal");
        SignalCell cell = new SignalCell(window, device, rank, offset, indices);
        return new BlockedWait(cell, Cells.read(region, offset), expected, cmp, site);
    }
}
