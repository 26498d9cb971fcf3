package org.crosstile.diagnose;

import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import org.crosstile.abi.NotifyOp;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.SignalCell;

/**
 * A notify that a rank has not come to, as far as the program's text tells what it does.
 *
 * @param rank who would notify
 * @param windows the allocations that it may notify; empty if that is unknown
 * @param peer whom, as a rank of the window's domain; absent if unknown
 * @param index which cell; what is absent is unknown
 * @param value what it sets or adds; absent if unknown
 */
record Notice(
        int rank,
        SignalSteps.Step step,
        Set<String> windows,
        OptionalLong peer,
        List<OptionalLong> index,
        NotifyOp op,
        OptionalLong value) {
    /** Whether it may satisfy a wait. */
    boolean mayHelp(BlockedWait wait) {
        SignalCell cell = wait.cell();
        if (!windows.isEmpty() && !windows.contains(cell.window())) {
            return false;
        }
        if (!mayBe(peer, cell.rank())) {
            return false;
        }
        for (int i = 0; i < Math.min(index.size(), cell.index().size()); i++) {
            if (!mayBe(index.get(i), cell.index().get(i))) {
                return false;
            }
        }
        return value.isEmpty() || raises(value.getAsLong(), wait);
    }

    private boolean raises(long by, BlockedWait wait) {
        return switch (wait.cmp()) {
            case Ge -> op == NotifyOp.Set ? by >= wait.expected() : by > 0;
            case Eq -> op == NotifyOp.Set ? by == wait.expected() : by != 0;
        };
    }

    private static boolean mayBe(OptionalLong known, long value) {
        return known.isEmpty() || known.getAsLong() == value;
    }
}
