package org.crosstile.ranks.tasks;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
import org.crosstile.memory.View;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.SignalCell;

/**
 * A condition of a task's completion: one cell of the device's own region is at least so much. Both
 * are compared as unsigned numbers, so that a cell of -1 satisfies every condition.
 *
 * @param offset byte offset of the cell in the region
 * @param index the cell's indices in the view through which it was named
 */
public record DeferredWait(
        MemorySegment region, long offset, int expected, View signal, List<Long> index, int site) {
    /** A condition on a cell of a view. */
    public static DeferredWait of(View signal, long[] index, long offset, int expected, int site) {
        List<Long> indices = new ArrayList<>();
        for (long i : index) {
            indices.add(i);
        }
        return new DeferredWait(
                signal.segment(), offset, expected, signal, List.copyOf(indices), site);
    }

    /** What the cell holds. */
    public int value() {
        return Cells.read(region, offset);
    }

    /** Whether a cell of this value satisfies the condition. */
    public boolean holdsFor(int value) {
        return Integer.compareUnsigned(value, expected) >= 0;
    }

    /** This condition as reports speak of it. */
    public BlockedWait record(int device) {
        int rank = signal.window().map(w -> w.domain().rankOf(device)).orElse(device);
        String window = signal.window().map(WindowBuffer::name).orElse("signal");
        SignalCell cell = new SignalCell(window, device, rank, offset, index);
        return new BlockedWait(cell, value(), expected, WaitCmp.Ge, site);
    }
}
