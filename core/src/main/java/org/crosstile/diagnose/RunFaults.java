package org.crosstile.diagnose;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.crosstile.memory.Fault;
import org.crosstile.record.Standstill;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/** What a rank threw, as a problem of the program. */
public final class RunFaults {
    public static final Rule MEMORY =
            Rule.of(
                    "out-of-memory",
                    Verdict.PEER_LOST,
                    "what a run needs must fit the memory of this machine");
    public static final Rule INTERRUPTED =
            Rule.of("interrupted", Verdict.PEER_LOST, "a run must not be interrupted");

    private RunFaults() {}

    /** The rules of this class. */
    public static List<Rule> rules() {
        return List.of(MEMORY, INTERRUPTED);
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

    /** Says which ranks could not be ended. */
    static Problem.Builder stillRunning(Problem.Builder builder, List<Integer> running) {
        List<Integer> ranks = running.stream().filter(rank -> rank >= 0).toList();
        if (!ranks.isEmpty()) {
            builder.note(
                    RankList.of(ranks)
                            + (ranks.size() == 1 ? " is" : " are")
                            + " in one long operation and could not be ended");
        }
        return builder;
    }
}
