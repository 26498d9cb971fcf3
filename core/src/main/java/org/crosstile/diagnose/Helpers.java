package org.crosstile.diagnose;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.record.TaskRecord;

/** The notifies that stuck ranks have not come to. */
final class Helpers {
    /** A launched function that stands in a wait. */
    private record Stand(String function, Site site) {}

    private static final String LATER = "in a later launch";
    private static final String AFTER = "after its own wait";
    private static final String SELF = "after this wait";

    private final SignalSteps steps;
    private final IntFunction<Site> sites;
    private final NoticeIndex<String> reasons = new NoticeIndex<>();
    private final Map<Stand, List<SignalSteps.Step>> after = new HashMap<>();

    Helpers(Standstill standstill, SignalSteps steps, IntFunction<Site> sites) {
        this.steps = steps;
        this.sites = sites;
        standstill.ranks().forEach(this::add);
    }

    private void add(RankState rank) {
        if (rank.blocked().isEmpty() || rank.task().isEmpty()) {
            return;
        }
        TaskRecord task = rank.task().get();
        Site site = sites.apply(rank.blocked().get().site());
        after.computeIfAbsent(
                        new Stand(task.function(), site), s -> steps.after(s.function(), s.site()))
                .forEach(step -> add(step, rank.device(), task, AFTER));
        for (TaskRecord later : rank.queued()) {
            steps.of(later.function()).forEach(step -> add(step, rank.device(), later, LATER));
        }
    }

    private void add(SignalSteps.Step step, int rank, TaskRecord task, String why) {
        if (step.isNotify()) {
            steps.notice(step, rank, task).ifPresent(notice -> reasons.add(notice, why));
        }
    }

    /**
     * Who might satisfy a wait, by rank, each with the first notify of its own that might.
     *
     * @param most how many ranks are enough
     */
    List<StuckRank.Helper> of(int needy, BlockedWait wait, int most) {
        Map<Integer, StuckRank.Helper> found = new TreeMap<>();
        reasons.visit(
                wait,
                most,
                (notice, why) -> {
                    boolean self = notice.rank() == needy && !why.equals(LATER);
                    found.putIfAbsent(
                            notice.rank(),
                            new StuckRank.Helper(notice.rank(), notice.step(), self ? SELF : why));
                });
        return List.copyOf(found.values());
    }
}
