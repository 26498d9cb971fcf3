package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.crosstile.model.Program;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/**
 * Explains a proof of no progress: per rank the cell, its value, what it needs, who changed it last
 * and who could still have notified it.
 */
public final class DeadlockReport {
    public static final Rule RULE =
            Rule.of("deadlock", Verdict.DEADLOCK, "some rank must be able to satisfy every wait")
                    .explained(
                            "Cells change only while some rank runs. When every rank is finished or blocked, what they"
                                    + " wait for can never come. That is proved, not guessed from the time that"
                                    + " passed: slow programs are never reported.",
                            "run-kernel",
                            "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)\n"
                                    + "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.AtomicAdd)",
                            "pld.system.notify(sig, peer=next, offsets=[0, 0], value=1,"
                                    + " op=pld.NotifyOp.AtomicAdd)\n"
                                    + "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)");

    private static final int MAX_RANKS = 16;
    private static final int MAX_NAMED = 3;
    private static final int MAX_CYCLE = 8;
    private static final int MAX_CYCLES = 4;

    /** How many helpers are looked for of ranks that are not told of one by one. */
    private static final int MAX_HELPERS = 64;

    private static final int MAX_PLACES = 4;

    private final Standstill standstill;
    private final IntFunction<Site> sites;
    private final SignalSteps steps;
    private final LastDeposit deposits;
    private final WipedCredits wiped;
    private final TaskWaits tasks;
    private final List<StuckRank> stuck = new ArrayList<>();
    private final List<Integer> finished = new ArrayList<>();

    private DeadlockReport(Standstill standstill, Program program, IntFunction<Site> sites) {
        this.standstill = standstill;
        this.sites = sites;
        this.steps = new SignalSteps(program, standstill.windows());
        this.deposits = new LastDeposit(standstill, sites);
        this.wiped = new WipedCredits(standstill, sites);
        this.tasks = new TaskWaits(standstill, steps, sites);
    }

    /**
     * The problem that a standstill is.
     *
     * @param program the lowered program that was run
     * @param sites the place of each numbered call
     */
    public static Problem of(Standstill standstill, Program program, IntFunction<Site> sites) {
        return new DeadlockReport(standstill, program, sites).report();
    }

    /** Finds out who waits, and who could have helped. */
    private void stand() {
        Helpers helpers = new Helpers(standstill, steps, sites);
        for (RankState state : standstill.ranks()) {
            Optional<BlockedWait> wait = state.blocked();
            if (wait.isPresent()) {
                Site site = sites.apply(wait.get().site());
                int most = stuck.size() < MAX_RANKS ? Integer.MAX_VALUE : MAX_HELPERS;
                stuck.add(
                        new StuckRank(
                                state,
                                wait.get(),
                                site,
                                helpers.of(state.device(), wait.get(), most)));
            } else {
                finished.add(state.device());
            }
        }
    }

    private Problem report() {
        stand();
        Map<Span, List<StuckRank>> places = places();
        StuckRank first = rootCause();
        Problem.Builder problem =
                Problem.error(
                                RULE,
                                first.site().span(),
                                at(places.getOrDefault(first.site().span(), List.of(first))))
                        .headline(headline());
        places.forEach((span, there) -> {
            if (span != first.site().span() && !span.equals(first.site().span())) {
                problem.see(span, at(there));
            }
        });
        helperPlaces(problem, places);
        boolean wipes = showWipes(problem);
        new CollectiveStands(standstill, sites).sentences().forEach(problem::note);
        for (StuckRank rank : stuck.subList(0, Math.min(stuck.size(), MAX_RANKS))) {
            problem.note(explain(rank));
        }
        if (stuck.size() > MAX_RANKS) {
            problem.note("and " + (stuck.size() - MAX_RANKS) + " more ranks wait in the same way");
        }
        if (!finished.isEmpty()) {
            problem.note(
                    RankList.of(finished)
                            + (finished.size() == 1 ? " has" : " have")
                            + " finished");
        }
        tasks.notes().forEach(problem::note);
        boolean cyclic = circles(problem);
        List<RankState> waiting = stuck.stream().map(StuckRank::state).toList();
        new LastOperations(waiting, sites).addTo(problem);
        return problem.hint(hint(cyclic, wipes)).build();
    }

    /** Says who waits for whom in a circle; whether anybody does. */
    private boolean circles(Problem.Builder problem) {
        List<List<Integer>> cycles = new WaitCycle(stuck).find();
        for (List<Integer> cycle : cycles.subList(0, Math.min(MAX_CYCLES, cycles.size()))) {
            problem.note("they wait for each other: " + path(cycle));
        }
        if (cycles.size() > MAX_CYCLES) {
            problem.note("and " + (cycles.size() - MAX_CYCLES) + " more circles like these");
        }
        return !cycles.isEmpty();
    }

    private String hint(boolean cyclic, boolean wipes) {
        if (tasks.holdCores()) {
            return "submit the notifier first, wait by defer_wait, or use more cores: a task that waits"
                    + " holds its core here";
        }
        if (tasks.waitForOthers() && cyclic) {
            return "submit the notifier first, or say in pl.manual_scope() and by deps= which task really"
                    + " depends on which";
        }
        return wipes
                ? WipedCredits.HINT
                : new DeadlockHint(standstill, stuck, finished, cyclic).text();
    }

    /** Shows where credit was wiped that somebody waits for; whether any was. */
    private boolean showWipes(Problem.Builder problem) {
        Map<Span, String> shown = new LinkedHashMap<>();
        for (StuckRank rank : stuck.subList(0, Math.min(stuck.size(), MAX_RANKS))) {
            wiped.of(rank.state(), rank.blocked())
                    .ifPresent(found ->
                            found.places()
                                    .forEach(place -> shown.putIfAbsent(place, found.label())));
        }
        shown.forEach(problem::see);
        return !shown.isEmpty();
    }

    private String headline() {
        int all = standstill.ranks().size();
        return (stuck.size() == all
                        ? (all == 1 ? "the only rank waits" : "all " + all + " ranks wait")
                        : stuck.size()
                                + " of "
                                + all
                                + " ranks "
                                + (stuck.size() == 1 ? "waits" : "wait"))
                + " for signals that no rank can send any more";
    }

    private static String path(List<Integer> cycle) {
        StringBuilder text = new StringBuilder();
        for (int rank : cycle.subList(0, Math.min(cycle.size(), MAX_CYCLE))) {
            text.append("rank ").append(rank).append(" -> ");
        }
        if (cycle.size() > MAX_CYCLE) {
            text.append("... -> ");
        }
        return text.append("rank ").append(cycle.getFirst()).toString();
    }

    /** The rank to look at first: one that nobody would help. */
    private StuckRank rootCause() {
        for (StuckRank rank : stuck) {
            if (rank.helpers().isEmpty()) {
                return rank;
            }
        }
        return stuck.getFirst();
    }

    private Map<Span, List<StuckRank>> places() {
        Map<Span, List<StuckRank>> places = new LinkedHashMap<>();
        for (StuckRank rank : stuck) {
            places.computeIfAbsent(rank.site().span(), s -> new ArrayList<>()).add(rank);
        }
        return places;
    }

    /** What is said at a place where ranks wait. */
    private static String at(List<StuckRank> there) {
        List<Integer> ranks = new ArrayList<>();
        there.forEach(rank -> ranks.add(rank.rank()));
        StuckRank first = there.getFirst();
        boolean alike = true;
        for (StuckRank other : there) {
            alike &=
                    other.blocked().cell().name().equals(first.blocked().cell().name())
                            && other.blocked().condition().equals(first.blocked().condition());
        }
        String who = RankList.of(ranks);
        if (!first.collective().isEmpty()) {
            return who + (ranks.size() == 1 ? " stands in " : " stand in ") + first.collective();
        }
        String what =
                alike
                        ? " for "
                                + first.blocked().cell().name()
                                + " "
                                + first.blocked().condition()
                        : "";
        return who + (ranks.size() == 1 ? " waits here" : " wait here") + what;
    }

    /** Shows the notifies that do not happen, if they stand elsewhere than the waits. */
    private void helperPlaces(Problem.Builder problem, Map<Span, List<StuckRank>> places) {
        Map<Span, String> shown = new LinkedHashMap<>();
        for (StuckRank rank : stuck) {
            for (StuckRank.Helper helper : rank.helpers()) {
                Span span = helper.step().call().span();
                if (!places.containsKey(span) && shown.size() < MAX_PLACES) {
                    shown.putIfAbsent(
                            span,
                            "this would notify "
                                    + rank.blocked().cell().window()
                                    + ", but no waiting rank gets here");
                }
            }
        }
        shown.forEach(problem::see);
    }

    /** All there is to say about one rank's wait. */
    private String explain(StuckRank rank) {
        BlockedWait wait = rank.blocked();
        StringBuilder text = new StringBuilder("rank ").append(rank.rank()).append(": ");
        text.append(wait.cell().name()).append(" is ").append(wait.value());
        text.append(" and must be ").append(wait.condition());
        if (rank.isOvertaken()) {
            text.append(", which it has passed");
        }
        wiped.of(rank.state(), wait).ifPresent(found -> text.append("; ").append(found.clause()));
        text.append("; ").append(deposits.describe(rank.state(), wait)).append("; ");
        if (rank.helpers().isEmpty()) {
            return text.append("no rank can still notify it").append(others(rank)).toString();
        }
        List<String> named = new ArrayList<>();
        List<StuckRank.Helper> helpers = rank.othersFirst();
        for (StuckRank.Helper helper : helpers.subList(0, Math.min(MAX_NAMED, helpers.size()))) {
            String who =
                    helper.rank() == rank.rank()
                            ? "rank " + helper.rank() + " itself"
                            : "rank " + helper.rank();
            named.add(who + " at " + helper.step().call().span() + ", " + helper.why());
        }
        int more = helpers.size() - named.size();
        return text.append("could be notified by ")
                .append(String.join(", or by ", named))
                .append(more > 0 ? ", or by " + more + " more ranks" : "")
                .toString();
    }

    /** Why no other rank helps. */
    private String others(StuckRank rank) {
        List<String> parts = new ArrayList<>();
        List<Integer> before = new ArrayList<>(finished);
        before.retainAll(deposits.notifiers(rank.state(), rank.blocked()));
        if (!before.isEmpty()) {
            parts.add(
                    RankList.of(before)
                            + ", which notified it before, "
                            + (before.size() == 1 ? "has finished" : "have finished"));
        } else if (!finished.isEmpty()) {
            parts.add(
                    RankList.of(finished)
                            + (finished.size() == 1 ? " has" : " have")
                            + " finished");
        }
        List<Integer> waiting = new ArrayList<>();
        for (StuckRank other : stuck) {
            if (other != rank) {
                waiting.add(other.rank());
            }
        }
        if (!waiting.isEmpty()) {
            String self = waiting.size() == 1 ? " waits itself" : " wait themselves";
            parts.add(RankList.of(waiting) + self + " with no such notify ahead");
        }
        return parts.isEmpty() ? "" : ": " + RankList.join(parts);
    }
}
