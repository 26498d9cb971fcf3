package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.crosstile.abi.NotifyOp;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.source.Span;

/**
 * Finds out from the ranks' events how much of what a cell was given has been wiped by a Set to 0.
 * A clear behind a wait takes back what was waited for; what is missing beyond that is wiped. Says
 * nothing if events have been lost, or if the cell was also set to other values.
 */
record WipedCredits(Standstill standstill, IntFunction<Site> sites) {
    static final String HINT =
            "a Set wipes what has come before it: clear a cell before anybody can notify it, or take back by"
                    + " AtomicAdd of -1 what was waited for";

    private static final int MAX_PLACES = 3;

    /**
     * What was wiped.
     *
     * @param ranks who did it
     * @param places where, at most a few
     */
    record Wiped(long credits, List<Integer> ranks, List<Span> places) {
        /** What is said about the rank that waits. */
        String clause() {
            List<String> where = new ArrayList<>();
            places.forEach(place -> where.add(place.toString()));
            return what() + " wiped by " + RankList.of(ranks) + " at " + String.join(", ", where);
        }

        /** What is said at the place. */
        String label() {
            return "here " + what() + " wiped by " + RankList.of(ranks);
        }

        private String what() {
            return credits + (credits == 1 ? " credit was" : " credits were");
        }
    }

    /** What the events say about one cell so far. */
    private static final class Tally {
        private long left;
        private boolean unknown;
        private final List<Span> clears = new ArrayList<>();
        private final TreeSet<Integer> ranks = new TreeSet<>();
    }

    /** What was wiped of the credit that a rank waits for. */
    Optional<Wiped> of(RankState owner, BlockedWait wait) {
        Tally tally = new Tally();
        for (RankState rank : standstill.ranks()) {
            tally.unknown |= !rank.complete();
            count(rank, owner, wait, tally);
        }
        long credits = tally.left - wait.value();
        return tally.unknown || tally.clears.isEmpty() || credits <= 0
                ? Optional.empty()
                : Optional.of(new Wiped(credits, List.copyOf(tally.ranks), tally.clears));
    }

    private void count(RankState rank, RankState owner, BlockedWait wait, Tally tally) {
        long waited = 0;
        for (Event event : rank.events()) {
            boolean own = rank.device() == owner.device();
            if (own && event instanceof Event.Await await && isAt(await.offset(), wait)) {
                waited = await.expected();
            } else if (event instanceof Event.Notify notify
                    && notify.device() == owner.device()
                    && isAt(notify.offset(), wait)) {
                if (notify.op() == NotifyOp.AtomicAdd) {
                    tally.left += notify.value();
                    waited = notify.value() < 0 ? 0 : waited;
                } else if (notify.value() != 0) {
                    tally.unknown = true;
                } else if (waited > 0) {
                    tally.left -= waited;
                    waited = 0;
                } else {
                    tally.ranks.add(rank.device());
                    Span place = sites.apply(notify.site()).span();
                    if (tally.clears.size() < MAX_PLACES && !tally.clears.contains(place)) {
                        tally.clears.add(place);
                    }
                }
            }
        }
    }

    private static boolean isAt(long offset, BlockedWait wait) {
        return offset == wait.cell().offset();
    }
}
