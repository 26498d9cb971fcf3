package org.crosstile.diagnose;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.crosstile.memory.Fault;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/** What a rank threw, or a run that took too long, as a problem of the program. */
public final class RunFaults {
    public static final Rule TIME_LIMIT =
            Rule.of("time-limit", Verdict.TIMEOUT, "a run must end within its time limit");
    public static final Rule MEMORY =
            Rule.of(
                    "out-of-memory",
                    Verdict.PEER_LOST,
                    "windows and tensors must fit the memory of this machine");
    public static final Rule INTERRUPTED =
            Rule.of("interrupted", Verdict.PEER_LOST, "a run must not be interrupted");

    private static final int MAX_RANKS = 16;

    private RunFaults() {}

    /** The rules of this class. */
    public static List<Rule> rules() {
        return List.of(TIME_LIMIT, MEMORY, INTERRUPTED);
    }

    /**
     * The problem that a throwable stands for.
     *
     * @param who {@code rank 3} or {@code the host function}
     * @param trail the place where it was thrown and the calls that led there, innermost first
     * @param running ranks that could not be ended
     * @param book finds rules by their ids
     * @return empty if it is a defect of ours
     */
    public static Optional<Problem> of(
            String who,
            Throwable cause,
            List<Span> trail,
            List<Integer> running,
            Function<String, Optional<Rule>> book) {
        Span span = trail.isEmpty() ? Span.NONE : trail.getFirst();
        Optional<Problem.Builder> problem =
                switch (cause) {
                    case Fault fault -> Optional.of(fault(fault, who, span, book));
                    case OutOfMemoryError e ->
                            Optional.of(
                                    Problem.error(MEMORY, span, "no memory is left for " + who)
                                            .hint("use fewer ranks or smaller windows"));
                    case InterruptedException e ->
                            Optional.of(Problem.error(INTERRUPTED, span, "it was, from outside"));
                    default -> Optional.empty();
                };
        return problem.map(builder -> {
            for (int i = 1; i < trail.size(); i++) {
                if (!trail.get(i).equals(span)) {
                    builder.see(trail.get(i), "called from here");
                }
            }
            return stillRunning(builder, running).build();
        });
    }

    /** The problem of a rank that threw, with what all ranks did last. */
    public static Problem withLastOperations(
            Problem problem, Standstill where, IntFunction<Site> sites) {
        return new LastOperations(where.ranks(), sites).in(problem);
    }

    private static Problem.Builder fault(
            Fault fault, String who, Span span, Function<String, Optional<Rule>> book) {
        String message = String.valueOf(fault.getMessage());
        String tail = ": " + fault.found();
        String headline =
                message.endsWith(tail)
                        ? message.substring(0, message.length() - tail.length())
                        : message;
        Rule rule = book.apply(fault.rule()).orElse(Rule.of(fault.rule(), headline)).broken();
        return Problem.error(rule, span, fault.found() + ", on " + who)
                .headline(headline)
                .hint(fault.hint());
    }

    private static Problem.Builder stillRunning(Problem.Builder builder, List<Integer> running) {
        List<Integer> ranks = new ArrayList<>();
        for (int rank : running) {
            if (rank >= 0) {
                ranks.add(rank);
            }
        }
        if (!ranks.isEmpty()) {
            builder.note(
                    RankList.of(ranks)
                            + (ranks.size() == 1 ? " computes" : " compute")
                            + " without ever communicating and could not be ended");
        }
        return builder;
    }

    /** The problem of a run that was ended by its time limit. */
    public static Problem expired(
            Duration limit, Standstill where, List<Integer> running, IntFunction<Site> sites) {
        Problem.Builder problem = null;
        List<String> notes = new ArrayList<>();
        for (RankState state : where.ranks()) {
            if (state.blocked().isPresent()) {
                BlockedWait wait = state.blocked().get();
                Span span = sites.apply(wait.site()).span();
                if (problem == null) {
                    problem =
                            Problem.error(
                                    TIME_LIMIT, span, "rank " + state.device() + " waits here");
                }
                notes.add(
                        "rank "
                                + state.device()
                                + " waits at "
                                + span
                                + ": "
                                + wait.cell().name()
                                + " is "
                                + wait.value()
                                + " and must be "
                                + wait.condition());
            } else if (state.task().isPresent()) {
                notes.add("rank " + state.device() + " runs " + state.task().get().function());
            }
        }
        Problem.Builder result =
                problem != null
                        ? problem
                        : Problem.error(TIME_LIMIT, Span.NONE, "no rank waits: some rank computes");
        result.headline("the run must end within " + seconds(limit));
        for (int i = 0; i < Math.min(notes.size(), MAX_RANKS); i++) {
            result.note(notes.get(i));
        }
        return stillRunning(result, running).hint("raise --timeout if it is only slow").build();
    }

    private static String seconds(Duration limit) {
        long millis = limit.toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
