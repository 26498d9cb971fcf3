package org.crosstile.diagnose;

import java.util.List;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.diagnose.MissingOrder.Reason;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;

/** A race as a problem. */
final class RaceText {
    private static final int MAX_CREDITS = 3;

    private final Trace trace;
    private final Ordering order;
    private final TraceNames names;

    RaceText(Trace trace, Ordering order, TraceNames names) {
        this.trace = trace;
        this.order = order;
        this.names = names;
    }

    Problem problem(Races.Race race, Reason reason) {
        return race.isWipe() ? wiped(race) : unordered(race, reason);
    }

    private Problem unordered(Races.Race race, Reason reason) {
        int first = MissingOrder.event(race.first);
        int second = MissingOrder.event(race.second);
        RaceKind kind = RaceKind.of(race, reason, trace, order);
        String what = names.bytes(race.offset, race.bytes) + " on rank " + race.device;
        String one = names.agent(first) + " " + verb(race.first, false);
        String other = names.agent(second) + " " + verb(race.second, race.neighbours);
        Span span = names.span(second);
        boolean isOneLine = names.span(first).equals(span);
        String both =
                both(first, verb(race.first, false), second, verb(race.second, race.neighbours));
        Problem.Builder problem =
                Problem.error(
                                TraceRules.RACE,
                                span,
                                (isOneLine ? both : other)
                                        + " "
                                        + what
                                        + (isOneLine ? ": both by this line" : ""))
                        .headline(
                                kind.words()
                                        + ": "
                                        + one
                                        + " and "
                                        + other
                                        + " "
                                        + what
                                        + ", in no guaranteed order");
        if (!isOneLine) {
            problem.see(names.span(first), one + " them here");
        }
        explain(problem, race, reason);
        pairs(problem, race);
        return problem.build();
    }

    /** {@code rank 0 writes and rank 1 writes}, of two accesses at one place. */
    private String both(int first, String one, int second, String other) {
        return names.agent(first) + " " + one + " and " + names.agent(second) + " " + other;
    }

    private static String verb(Access access, boolean neighbours) {
        if (neighbours) {
            return "writes back a cache line over";
        }
        return switch (access.kind) {
            case READ -> "reads";
            case WRITE -> "writes";
            case ADD -> "adds to";
            case SIGNAL -> "signals in";
        };
    }

    private void pairs(Problem.Builder problem, Races.Race race) {
        if (race.pairs.size() > 1) {
            List<String> others = race.pairs.subList(1, race.pairs.size());
            problem.note(
                    "the same happens between "
                            + String.join("; ", others)
                            + (race.pairs.size() == Races.MAX_PAIRS ? "; ..." : ""));
        }
    }

    private void explain(Problem.Builder problem, Races.Race race, Reason reason) {
        switch (reason) {
            case Reason.NoFence noFence -> {
                problem.see(names.span(noFence.signal()), "this signal may overtake the write");
                problem.note("there is no fence between the write and the notify that tells of it");
                problem.hint("put pl.system.fence() between them");
            }
            case Reason.Stale stale ->
                    problem.note(
                                    "the element may come from a cache line that was fetched before"
                                            + " the write: there is no cacheinvalid after the wait")
                            .hint("put pl.system.cacheinvalid() after the wait");
            case Reason.Satisfied satisfied -> satisfied(problem, satisfied);
            case Reason.NoWait noWait -> {
                String second = names.agent(MissingOrder.event(race.second));
                String first = names.agent(MissingOrder.event(race.first));
                problem.note(
                        "between the two, "
                                + second
                                + " waits for nothing that "
                                + first
                                + " sends after its access");
                problem.hint(
                        sameDevice(race)
                                ? "let one of the two tasks depend on the other: deps=[...]"
                                : "let "
                                        + first
                                        + " notify "
                                        + second
                                        + " afterwards, and "
                                        + second
                                        + " wait for it first");
            }
        }
    }

    private boolean sameDevice(Races.Race race) {
        int first = trace.agent(MissingOrder.event(race.first));
        int second = trace.agent(MissingOrder.event(race.second));
        return trace.agents().get(first).device() == trace.agents().get(second).device();
    }

    private void satisfied(Problem.Builder problem, Reason.Satisfied reason) {
        int wait = reason.passed();
        boolean exact = trace.cmp(wait) == WaitCmp.Eq;
        problem.see(
                names.span(wait),
                names.agent(wait)
                        + "'s wait for "
                        + names.cell(trace.device(wait), trace.offset(wait))
                        + (exact ? " == " : " >= ")
                        + trace.value(wait)
                        + " may be true on arrival");
        problem.see(
                names.span(reason.signal()),
                "the wait does not need this notify of " + names.agent(reason.signal()));
        List<Integer> credits = reason.credits();
        if (credits.isEmpty()) {
            problem.note("pre-satisfied wait: the cell's value was enough from the beginning");
        } else {
            problem.note(
                    "pre-satisfied wait: credit "
                            + total(credits)
                            + ", needed "
                            + trace.value(wait)
                            + ", came from "
                            + sources(credits, names.run(wait)));
        }
        problem.hint(
                "wait for a value that only this notify can bring about: take the credit back after"
                        + " each wait, or count on with equal steps");
    }

    private long total(List<Integer> credits) {
        long sum = 0;
        for (int e : credits) {
            boolean set = trace.kind(e) != Trace.Kind.NOTIFY || trace.notifyOp(e) == NotifyOp.Set;
            sum = set ? value(e) : sum + value(e);
        }
        return sum;
    }

    private long value(int e) {
        return trace.kind(e) == Trace.Kind.NOTIFY
                ? trace.value(e)
                : trace.word(e, trace.offset(e)).orElse(0);
    }

    private String sources(List<Integer> credits, int run) {
        StringBuilder text = new StringBuilder();
        for (int e : credits.subList(0, Math.min(MAX_CREDITS, credits.size()))) {
            text.append(text.isEmpty() ? "" : ", and ")
                    .append(names.agent(e))
                    .append(" at ")
                    .append(names.place(e))
                    .append(" (")
                    .append(value(e))
                    .append(", its ")
                    .append(ordinal(names.occurrence(e)))
                    .append(" to this cell from there");
            if (names.run(e) != run) {
                text.append(", in run ").append(names.run(e)).append(", this is run ").append(run);
            }
            text.append(')');
        }
        int more = credits.size() - MAX_CREDITS;
        return text.append(more > 0 ? ", and " + more + " more" : "").toString();
    }

    private static String ordinal(int n) {
        return switch (n) {
            case 1 -> "first";
            case 2 -> "second";
            case 3 -> "third";
            default -> n + "th";
        };
    }

    private Problem wiped(Races.Race race) {
        int first = race.first.event;
        int second = race.second.event;
        String cell = names.cell(race.device, race.offset);
        boolean isOneLine = names.span(first).equals(names.span(second));
        String both = both(first, deposit(first), second, deposit(second));
        Problem.Builder problem =
                Problem.error(
                                TraceRules.WIPED,
                                names.span(second),
                                isOneLine
                                        ? both + " " + cell + ": both by this line"
                                        : names.agent(second) + " " + deposit(second) + " " + cell)
                        .headline(
                                RaceKind.LOST_UPDATE.words()
                                        + ": "
                                        + names.agent(first)
                                        + " "
                                        + deposit(first)
                                        + " and "
                                        + names.agent(second)
                                        + " "
                                        + deposit(second)
                                        + " "
                                        + cell
                                        + ", in no guaranteed order: one may wipe the other")
                        .note("what is left depends on who comes last")
                        .hint("give each sender a cell of its own, or only add");
        if (!isOneLine) {
            problem.see(names.span(first), names.agent(first) + " " + deposit(first) + " it here");
        }
        pairs(problem, race);
        return problem.build();
    }

    private String deposit(int event) {
        if (trace.kind(event) != Trace.Kind.NOTIFY) {
            return "writes";
        }
        return trace.notifyOp(event) == NotifyOp.Set
                ? "sets (to " + trace.value(event) + ")"
                : "adds " + trace.value(event) + " to";
    }
}
