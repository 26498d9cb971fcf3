package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.crosstile.abi.NotifyOp;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;

/** Finds out from the ranks' recent events who changed a cell last. */
final class LastDeposit {
    private final Standstill standstill;
    private final IntFunction<Site> sites;

    LastDeposit(Standstill standstill, IntFunction<Site> sites) {
        this.standstill = standstill;
        this.sites = sites;
    }

    private record Deposit(int rank, Event.Notify event) {}

    /** Who changed the cell last, as a clause. */
    String describe(RankState owner, BlockedWait wait) {
        List<Deposit> last = new ArrayList<>();
        boolean complete = true;
        boolean any = false;
        for (RankState state : standstill.ranks()) {
            complete &= state.complete();
            List<Event> events = state.events();
            for (int i = events.size() - 1; i >= 0; i--) {
                if (events.get(i) instanceof Event.Notify notify && reaches(notify, owner, wait)) {
                    any = true;
                    if (notify.result() == wait.value()) {
                        last.add(new Deposit(state.device(), notify));
                        break;
                    }
                }
            }
        }
        if (last.isEmpty()) {
            return any || !complete ? "who changed it last is not known" : "nobody has notified it";
        }
        // each result is what the cell held right afterwards; several ranks may have left this very
        // value
        List<String> who = new ArrayList<>();
        for (Deposit deposit : last) {
            who.add("rank " + deposit.rank() + " (" + what(deposit.event()) + ")");
        }
        return "last changed by " + String.join(" or ", who.subList(0, Math.min(3, who.size())));
    }

    /** The other ranks that have notified the cell, as far as their recent events tell. */
    Set<Integer> notifiers(RankState owner, BlockedWait wait) {
        Set<Integer> ranks = new TreeSet<>();
        for (RankState state : standstill.ranks()) {
            for (Event event : state.events()) {
                if (state.device() != owner.device()
                        && event instanceof Event.Notify notify
                        && reaches(notify, owner, wait)) {
                    ranks.add(state.device());
                }
            }
        }
        return ranks;
    }

    private static boolean reaches(Event.Notify notify, RankState owner, BlockedWait wait) {
        return notify.device() == owner.device() && notify.offset() == wait.cell().offset();
    }

    private String what(Event.Notify notify) {
        String change =
                notify.op() == NotifyOp.Set
                        ? "set it"
                        : (notify.value() < 0 ? "" : "+") + notify.value();
        return change + " at " + sites.apply(notify.site()).span();
    }
}
