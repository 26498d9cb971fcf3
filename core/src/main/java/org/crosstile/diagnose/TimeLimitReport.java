package org.crosstile.diagnose;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/**
 * A run that was ended by its time limit: who could have gone on is the cause, and not those who
 * wait for it.
 *
 * @param limit how long the run was allowed to take
 * @param where the ranks at that moment; none if they have not started
 * @param computing the lines of those that could have gone on, by rank; {@value #HOST} for the host
 * @param entry the function that the run starts with
 */
public record TimeLimitReport(
        Duration limit,
        Standstill where,
        SortedMap<Integer, Span> computing,
        Span entry,
        IntFunction<Site> sites) {
    public static final Rule RULE =
            Rule.of("time-limit", Verdict.TIMEOUT, "a run must end within its time limit");

    private static final int HOST = -1;
    private static final int MAX_RANKS = 16;
    private static final int MAX_PLACES = 4;

    public TimeLimitReport {
        computing = new TreeMap<>(computing);
    }

    /**
     * The problem that it is.
     *
     * @param running ranks that could not be ended
     */
    public Problem problem(List<Integer> running) {
        Map<Span, List<Integer>> places = places();
        Problem.Builder problem = null;
        for (Map.Entry<Span, List<Integer>> place : places.entrySet()) {
            String text = at(place.getValue());
            if (problem == null) {
                problem = Problem.error(RULE, place.getKey(), text);
            } else {
                problem.see(place.getKey(), text);
            }
        }
        if (problem == null) {
            problem = Problem.error(RULE, entry, "no rank has started by then");
        }
        problem.headline("the run must end within " + text(limit));
        if (where.ranks().isEmpty()) {
            problem.note(
                    "before the ranks start, the host function runs once without its launches, to size the windows");
        }
        moving().forEach(problem::note);
        waiting().forEach(problem::note);
        return RunFaults.stillRunning(problem, running)
                .hint("give every loop an end, or raise --timeout if it is only slow")
                .build();
    }

    /** Where those are that could have gone on: ranks before the host. */
    private Map<Span, List<Integer>> places() {
        SortedMap<Integer, Span> found = new TreeMap<>(computing);
        for (RankState state : where.ranks()) {
            if (computing.isEmpty() && state.task().isPresent() && !waits(state)) {
                found.putIfAbsent(state.device(), lastPlace(state));
            }
        }
        Map<Span, List<Integer>> places = new LinkedHashMap<>();
        for (Map.Entry<Integer, Span> rank : found.entrySet()) {
            if (rank.getKey() != HOST
                    && (places.size() < MAX_PLACES || places.containsKey(rank.getValue()))) {
                places.computeIfAbsent(rank.getValue(), s -> new ArrayList<>()).add(rank.getKey());
            }
        }
        Span host = found.get(HOST);
        if (host != null) {
            places.putIfAbsent(host, List.of(HOST));
        }
        return places;
    }

    /** Where a rank was last that nobody has seen since. */
    private Span lastPlace(RankState state) {
        List<Event> events = state.events();
        Span last = events.isEmpty() ? Span.NONE : sites.apply(events.getLast().site()).span();
        if (last.isNone()) {
            last = sites.apply(state.task().orElseThrow().site()).span();
        }
        return last.isNone() ? entry : last;
    }

    private String at(List<Integer> ranks) {
        if (ranks.equals(List.of(HOST))) {
            return "the host function computes here";
        }
        boolean seen = computing.containsKey(ranks.getFirst());
        String verb = ranks.size() == 1 ? " computes here" : " compute here";
        String since = ranks.size() == 1 ? " has computed since here" : " have computed since here";
        return RankList.of(ranks) + (seen ? verb : since);
    }

    /** What those did last that could have gone on. */
    private List<String> moving() {
        List<String> notes = new ArrayList<>();
        List<RankState> moving = new ArrayList<>();
        List<Integer> silent = new ArrayList<>();
        for (RankState state : where.ranks()) {
            boolean couldMove = computing.containsKey(state.device()) || !waits(state);
            if (couldMove && state.task().isPresent()) {
                moving.add(state);
                if (state.events().stream().allMatch(Event.TaskStart.class::isInstance)) {
                    silent.add(state.device());
                }
            }
        }
        notes.addAll(new LastOperations(moving, sites).notes());
        if (!silent.isEmpty()) {
            notes.add(
                    RankList.of(silent)
                            + (silent.size() == 1 ? " has" : " have")
                            + " not communicated so far");
        }
        return notes;
    }

    /** Whether a rank waits; one that has just begun to is not counted as blocked yet. */
    private static boolean waits(RankState state) {
        return state.blocked().isPresent()
                || (!state.events().isEmpty() && state.events().getLast() instanceof Event.Await);
    }

    private String waiting(RankState state) {
        if (state.blocked().isEmpty()) {
            return sites.apply(state.events().getLast().site()).span().toString();
        }
        BlockedWait wait = state.blocked().get();
        return sites.apply(wait.site()).span()
                + ": "
                + wait.cell().name()
                + " is "
                + wait.value()
                + " and must be "
                + wait.condition();
    }

    private List<String> waiting() {
        List<String> notes = new ArrayList<>();
        int more = 0;
        for (RankState state : where.ranks()) {
            if (waits(state) && notes.size() < MAX_RANKS) {
                notes.add("rank " + state.device() + " waits at " + waiting(state));
            } else if (waits(state)) {
                more++;
            }
        }
        if (more > 0) {
            notes.add("and " + more + (more == 1 ? " more rank waits" : " more ranks wait"));
        }
        return notes;
    }

    /** A duration in seconds, or in milliseconds if it is shorter than one. */
    private static String text(Duration limit) {
        boolean isShort = limit.getSeconds() == 0;
        BigDecimal nanos = BigDecimal.valueOf(limit.getNano());
        BigDecimal value =
                isShort
                        ? nanos.movePointLeft(6)
                        : nanos.movePointLeft(9).add(BigDecimal.valueOf(limit.getSeconds()));
        return value.stripTrailingZeros().toPlainString() + (isShort ? " ms" : " s");
    }
}
