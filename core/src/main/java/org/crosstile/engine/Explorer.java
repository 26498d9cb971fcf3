package org.crosstile.engine;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.crosstile.ranks.simulated.Interleavings;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.Severity;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/** Runs a program under many schedules, and counts what comes of it. */
public final class Explorer {
    /** Another result in another schedule, and nothing else to complain about. */
    static final Rule OUTPUTS =
            Rule.of("outputs-differ", Verdict.OK, "outputs should not depend on who is faster");

    /** Verdicts of runs that came to their end, with outputs that may differ. */
    private static final Set<Verdict> FINISHED =
            Set.of(Verdict.OK, Verdict.RACE, Verdict.UNINIT, Verdict.LEAK);

    /** Schedules that are tried with fewer ranks. */
    private static final int TRIES = 24;

    /** Seeds that are tried to show what an interleaving showed. */
    private static final int SEEDS = 200;

    private static final int MOST_SWITCHES = 1 << 14;

    /**
     * What to run how often.
     *
     * @param schedules how many
     * @param seed of the first schedule; the others follow
     */
    public record Plan(
            int schedules, List<Strategy> strategies, List<MemoryModel> memories, long seed) {
        public Plan {
            strategies = List.copyOf(strategies);
            memories = List.copyOf(memories);
        }

        Schedule schedule(int i) {
            int combination = i % (strategies.size() * memories.size());
            return new Schedule(
                    strategies.get(combination % strategies.size()),
                    memories.get(combination / strategies.size()),
                    seed + i);
        }
    }

    private record Key(Verdict verdict, List<String> reasons, String digest) {}

    /**
     * Runs that came to the same.
     *
     * @param signs what the first of them was told of its verdict
     */
    private record Found(Schedule first, int count, Set<Sign> signs) {}

    /** A verdict, and what tells one reason for it from another. */
    private record Wanted(Verdict verdict, Set<Sign> signs) {
        /** Whether a run shows one of these reasons. */
        boolean isShownBy(RunResult run) {
            Set<Sign> shown = Sign.of(run, verdict);
            return run.verdict() == verdict
                    && (signs.isEmpty() || shown.stream().anyMatch(signs::contains));
        }
    }

    private final Executable executable;
    private final IntFunction<Optional<Executable>> otherRanks;
    private final RunRequest request;
    private final Plan plan;
    private final BooleanSupplier stops;
    private final Map<Key, Found> outcomes = new LinkedHashMap<>();
    private final Map<List<Object>, Problem> reasons = new LinkedHashMap<>();

    /**
     * @param otherRanks the program for another number of ranks, if there is such a thing
     * @param stops asked after every run: whether to be content with what there is
     */
    public Explorer(
            Executable executable,
            IntFunction<Optional<Executable>> otherRanks,
            RunRequest request,
            Plan plan,
            BooleanSupplier stops) {
        this.executable = executable.slowed(request.delays());
        this.otherRanks = otherRanks;
        this.request = request;
        this.plan = plan;
        this.stops = stops;
    }

    /**
     * Runs all schedules.
     *
     * @param progress told how many runs are done
     */
    public Exploration explore(IntConsumer progress) {
        for (int i = 0; i < plan.schedules() && !stops.getAsBoolean(); i++) {
            Schedule schedule = plan.schedule(i);
            RunResult result = executable.run(request.scheduled(schedule));
            if (!stops.getAsBoolean()) {
                count(result, schedule);
                progress.accept(i + 1);
            }
        }
        return result(Optional.empty());
    }

    /**
     * Runs every distinguishable interleaving, or as many as the plan allows.
     *
     * @param progress told how many different ones are done
     */
    public Exploration exhaust(IntConsumer progress) {
        Interleavings all = new Interleavings(plan.memories().getFirst());
        RunRequest each = request.scheduled(plan.schedule(0));
        while (!all.isDone() && all.complete() < plan.schedules() && !stops.getAsBoolean()) {
            RunResult result = executable.run(each, Optional.of(new Trace()), all);
            if (!all.isRedundant() && !stops.getAsBoolean()) {
                count(result, each.schedule().orElseThrow());
                progress.accept((int) all.complete());
            }
        }
        return result(Optional.of(all.isDone() && !stops.getAsBoolean()));
    }

    /** A seed that shows what an interleaving showed, if one of a few does. */
    private Optional<Schedule> seedFor(Wanted wanted) {
        for (int i = 0; i < SEEDS && !stops.getAsBoolean(); i++) {
            Schedule schedule =
                    new Schedule(
                            Strategy.values()[i % Strategy.values().length],
                            plan.memories().getFirst(),
                            plan.seed() + i);
            if (shows(executable, request.ranks(), schedule, wanted)) {
                return Optional.of(schedule);
            }
        }
        return Optional.empty();
    }

    /** Both sides of a conflict, whichever came first in a run. */
    private static Set<Span> sides(Problem problem) {
        Set<Span> sides = new HashSet<>();
        sides.add(problem.primary().span());
        problem.secondary().stream().limit(1).forEach(label -> sides.add(label.span()));
        return sides;
    }

    private void count(RunResult result, Schedule schedule) {
        Set<String> broken = new TreeSet<>();
        for (Problem problem : result.problems()) {
            reasons.putIfAbsent(List.of(problem.rule().id(), sides(problem)), problem);
            if (problem.severity() == Severity.ERROR) {
                broken.add(problem.rule().id());
            }
        }
        String digest = FINISHED.contains(result.verdict()) ? Summary.sha256(result.outputs()) : "";
        Key key = new Key(result.verdict(), List.copyOf(broken), digest);
        outcomes.merge(
                key,
                new Found(schedule, 1, Sign.of(result, result.verdict())),
                (a, b) -> new Found(a.first(), a.count() + 1, a.signs()));
    }

    private Exploration result(Optional<Boolean> complete) {
        List<Exploration.Outcome> all = new ArrayList<>();
        outcomes.forEach((key, found) ->
                all.add(
                        new Exploration.Outcome(
                                key.verdict(),
                                key.reasons(),
                                key.digest(),
                                found.count(),
                                found.first())));
        all.sort(Comparator.comparingInt(Exploration.Outcome::count).reversed());
        Verdict verdict = Severe.overall(all.stream().map(Exploration.Outcome::verdict).toList());
        List<Problem> problems = new ArrayList<>(reasons.values());
        if (verdict == Verdict.OK) {
            differing(all).ifPresent(problems::add);
        }
        Optional<Exploration.Failure> failure =
                outcomes.entrySet().stream()
                        .filter(e -> verdict != Verdict.OK && e.getKey().verdict() == verdict)
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .flatMap(found -> failure(verdict, found, complete.isPresent()));
        return new Exploration(verdict, plan.schedules(), complete, all, problems, failure);
    }

    /** A run that shows what was found; whatever an interleaving shows, a seed has to. */
    private Optional<Exploration.Failure> failure(Verdict verdict, Found found, boolean seeded) {
        Wanted wanted = new Wanted(verdict, found.signs());
        return (seeded ? seedFor(wanted) : Optional.of(found.first()))
                .map(first -> smallest(wanted, first));
    }

    private Optional<Problem> differing(List<Exploration.Outcome> all) {
        Set<String> digests = new HashSet<>();
        all.stream().map(Exploration.Outcome::digest).forEach(digests::add);
        if (digests.size() < 2) {
            return Optional.empty();
        }
        return Optional.of(
                Problem.warning(
                                OUTPUTS,
                                executable.entry().span(),
                                digests.size() + " different outputs of the same inputs")
                        .hint(
                                "atomic additions of floats round in the order in which they come; if there are"
                                        + " none, order the transfers by signals")
                        .build());
    }

    /** Fewer ranks, then fewer switches, as long as a run is told the same. */
    private Exploration.Failure smallest(Wanted wanted, Schedule first) {
        Exploration.Failure found = new Exploration.Failure(request.ranks(), first);
        Executable used = executable;
        int least = request.delays().stream().mapToInt(d -> d.rank() + 1).max().orElse(1);
        for (int ranks = least; ranks < request.ranks() && request.inputs().isEmpty(); ranks++) {
            Optional<Executable> other = otherRanks.apply(ranks);
            for (int i = 0; i < TRIES && other.isPresent() && !stops.getAsBoolean(); i++) {
                Schedule schedule = i == 0 ? first : first.seeded(plan.seed() + i);
                if (shows(other.get(), ranks, schedule, wanted)) {
                    return fewerSwitches(
                            other.get(), new Exploration.Failure(ranks, schedule), wanted);
                }
            }
        }
        return fewerSwitches(used, found, wanted);
    }

    private Exploration.Failure fewerSwitches(
            Executable program, Exploration.Failure found, Wanted wanted) {
        int fails = -1;
        int works = -1;
        for (int n = 0; n <= MOST_SWITCHES && fails < 0; n = n == 0 ? 1 : n * 2) {
            if (stops.getAsBoolean()) {
                return found;
            }
            if (shows(program, found.ranks(), found.schedule().switching(n), wanted)) {
                fails = n;
            } else {
                works = n;
            }
        }
        while (fails - works > 1 && !stops.getAsBoolean()) {
            int middle = (fails + works) >>> 1;
            if (shows(program, found.ranks(), found.schedule().switching(middle), wanted)) {
                fails = middle;
            } else {
                works = middle;
            }
        }
        return fails < 0
                ? found
                : new Exploration.Failure(found.ranks(), found.schedule().switching(fails));
    }

    private boolean shows(Executable program, int ranks, Schedule schedule, Wanted wanted) {
        return wanted.isShownBy(program.run(request.on(ranks).scheduled(schedule)));
    }
}
