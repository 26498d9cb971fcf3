package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.WaitCmp;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.RankState;

/**
 * A rank that waits for ever.
 *
 * @param site the place of its wait
 * @param helpers notifies of other stuck ranks that might have satisfied it
 */
record StuckRank(RankState state, BlockedWait blocked, Site site, List<Helper> helpers) {
    /**
     * A notify that will not happen.
     *
     * @param rank who would do it
     * @param why why it does not: {@code after its own wait}
     */
    record Helper(int rank, SignalSteps.Step step, String why) {}

    int rank() {
        return state.device();
    }

    /** The helpers, without the rank itself if there are others. */
    List<Helper> othersFirst() {
        List<Helper> others = new ArrayList<>();
        for (Helper helper : helpers) {
            if (helper.rank() != rank()) {
                others.add(helper);
            }
        }
        return others.isEmpty() ? helpers : others;
    }

    /** The value that an exact wait is for has come and gone. */
    boolean isOvertaken() {
        return blocked.cmp() == WaitCmp.Eq && blocked.value() > blocked.expected();
    }

    /** The operator whose lowering made the wait; empty for a wait that the user wrote. */
    String collective() {
        String via = site.span().via();
        String prefix = "while lowering ";
        return via.startsWith(prefix) ? via.substring(prefix.length()) : "";
    }
}
