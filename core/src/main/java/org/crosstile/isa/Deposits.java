package org.crosstile.isa;

import java.util.HashMap;
import java.util.Map;
import org.crosstile.memory.Cells;
import org.crosstile.memory.View;

/** When each signal cell was changed last. */
final class Deposits {
    private final Map<Long, Long> lastVisible = new HashMap<>();

    /** Changes the first cell of a signal. */
    void change(Instruction.Tnotify notify, long visible) {
        View view = notify.signal().cells().view();
        if (notify.op() == NotifyOp.Set) {
            Cells.set(view.segment(), view.offset(), notify.value());
        } else {
            int _ = Cells.add(view.segment(), view.offset(), notify.value());
        }
        lastVisible.merge(address(view, view.offset()), visible, Math::max);
    }

    private static long address(View view, long offset) {
        return view.location() + offset - view.offset();
    }

    /** The cycle at which the last change of any cell shows. */
    long visible(SignalCells signal) {
        long visible = 0;
        for (long at : offsets(signal)) {
            long last = lastVisible.getOrDefault(address(signal.cells().view(), at), 0L);
            visible = Math.max(visible, last);
        }
        return visible;
    }

    /** Whether all cells of a signal satisfy a comparison. */
    static boolean hold(SignalCells signal, int value, WaitCmp cmp) {
        View view = signal.cells().view();
        for (long at : offsets(signal)) {
            if (!cmp.holds(Cells.acquire(view.segment(), at), value)) {
                return false;
            }
        }
        return true;
    }

    /** What is waited for, and what the first cell that is not so holds instead. */
    static String describe(Turns.Waiting wait) {
        GlobalTensor cells = wait.signal().cells();
        View view = cells.view();
        long[] offsets = offsets(wait.signal());
        String text = "`" + cells.name() + "` ";
        text += wait.cmp().sign() + " " + wait.value();
        for (int i = 0; i < offsets.length; i++) {
            int now = Cells.read(view.segment(), offsets[i]);
            if (!wait.cmp().holds(now, wait.value())) {
                String cell = offsets.length == 1 ? "it" : "cell " + i;
                return text + ", and " + cell + " is " + now;
            }
        }
        return text;
    }

    /** Byte offsets of all cells. */
    static long[] offsets(SignalCells signal) {
        View view = signal.cells().view();
        long[] shape = view.shape();
        long[] offsets = new long[Math.toIntExact(view.elements())];
        long[] index = new long[shape.length];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = view.address(index);
            for (int d = shape.length - 1; d >= 0 && ++index[d] == shape[d]; d--) {
                index[d] = 0;
            }
        }
        return offsets;
    }
}
