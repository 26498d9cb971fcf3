package org.crosstile.diagnose;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;

/** What a deadlock's pattern suggests to change. */
record DeadlockHint(
        Standstill standstill, List<StuckRank> stuck, List<Integer> finished, boolean cyclic) {
    String text() {
        StuckRank first = stuck.getFirst();
        for (StuckRank rank : stuck) {
            if (rank.isOvertaken()) {
                return "wait with cmp=pld.WaitCmp.Ge, or let the notifier go on only after the waiter has seen each value";
            }
        }
        if (!first.collective().isEmpty()) {
            return "every rank must make the same collective calls in the same order"
                    + (finished.isEmpty() ? "" : ": " + RankList.of(finished) + " made fewer");
        }
        if (cyclic) {
            return "let a rank notify before it waits for the answer";
        }
        Set<Integer> notified = notified(first);
        if (!notified.isEmpty() && !notified.contains(first.rank())) {
            String others = RankList.of(List.copyOf(notified));
            return "only "
                    + others
                    + (notified.size() == 1 ? " is" : " are")
                    + " notified: wait only there, or notify "
                    + RankList.of(stuck.stream().map(StuckRank::rank).toList())
                    + " too";
        }
        if (first.blocked().value() > 0 && first.blocked().value() < first.blocked().expected()) {
            return "some notifies are missing, or went to another cell: count them against the expected value";
        }
        return "add the missing notify, or wait only where one comes";
    }

    /** The devices whose cell at the same place has been notified. */
    private Set<Integer> notified(StuckRank rank) {
        Set<Integer> devices = new TreeSet<>();
        for (RankState state : standstill.ranks()) {
            for (Event event : state.events()) {
                if (event instanceof Event.Notify notify
                        && notify.offset() == rank.blocked().cell().offset()) {
                    devices.add(notify.device());
                }
            }
        }
        return devices;
    }
}
