package org.crosstile.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;

/**
 * What a run did without a guarantee: races, wiped signals, use of what nobody wrote, credit left
 * behind.
 */
public final class TraceReport {
    private static final int MAX_LEAKS = 8;

    private final Trace trace;
    private final Ordering order;
    private final IntFunction<Site> sites;
    private final TraceNames names;

    private TraceReport(Trace trace, IntFunction<Site> sites) {
        this.trace = trace;
        this.order = new Ordering(trace);
        this.sites = sites;
        this.names = new TraceNames(trace, sites);
    }

    /**
     * The problems of a run.
     *
     * @param lines whether single elements are written as whole cache lines in this run
     * @param finished whether everything ran to its end, so that what is left is left for good
     * @param sites the place of each numbered call
     */
    public static List<Problem> of(
            Trace trace, boolean lines, boolean finished, IntFunction<Site> sites) {
        return new TraceReport(trace, sites).report(lines, finished);
    }

    private List<Problem> report(boolean lines, boolean finished) {
        Races races = new Races(trace, order, lines);
        CellChances chances = new CellChances(trace, order);
        order.solve(both(races, chances));
        List<Problem> problems = new ArrayList<>();
        List<Races.Race> found = races.races();
        if (!found.isEmpty()) {
            MissingOrder missing = new MissingOrder(trace, order, found);
            RaceText text = new RaceText(trace, order, names);
            found.forEach(race -> problems.add(text.problem(race, missing.of(race))));
        }
        ChanceText text = new ChanceText(trace, names);
        chances.unordered().forEach(chance -> problems.add(text.read(chance)));
        if (finished) {
            chances.overtaken().forEach(chance -> problems.add(text.overtaken(chance)));
        }
        if (!problems.isEmpty()) {
            return problems;
        }
        problems.addAll(new UnwrittenText(trace, sites).problems(order));
        if (finished && problems.isEmpty()) {
            leaks(problems);
        }
        return problems;
    }

    private static Ordering.Visitor both(Ordering.Visitor first, Ordering.Visitor second) {
        return new Ordering.Visitor() {
            @Override
            public void visit(int event) {
                first.visit(event);
                second.visit(event);
            }

            @Override
            public void passed(int wait) {
                first.passed(wait);
                second.passed(wait);
            }
        };
    }

    private void leaks(List<Problem> problems) {
        CreditBalance balance = new CreditBalance(trace, order);
        List<CreditBalance.Left> left = balance.left();
        for (CreditBalance.Left cell : left.subList(0, Math.min(left.size(), MAX_LEAKS))) {
            List<Integer> causes = cell.value() < 0 ? cell.takes() : cell.gifts();
            Span span = causes.isEmpty() ? Span.NONE : names.span(causes.getLast());
            String name = names.cell(cell.cell().device, cell.cell().offset);
            String found =
                    cell.value() < 0
                            ? name + " ends at " + cell.value() + ": more was taken than given"
                            : name
                                    + " ends at "
                                    + cell.value()
                                    + ", and "
                                    + (cell.awaited() == 0
                                            ? "nobody waited for it afterwards"
                                            : "only " + cell.awaited() + " was waited for");
            Problem.Builder problem = Problem.error(TraceRules.LEAK, span, found);
            if (!cell.gifts().isEmpty()) {
                problem.note("left by " + RankList.of(balance.givers(cell)));
            }
            problems.add(
                    problem.hint(
                                    "wait for every signal, the last answers too, and take as much"
                                            + " credit as is given")
                            .build());
        }
        if (left.size() > MAX_LEAKS) {
            problems.set(
                    problems.size() - 1,
                    withNote(
                            problems.getLast(),
                            "and " + (left.size() - MAX_LEAKS) + " more cells like this"));
        }
    }

    private static Problem withNote(Problem problem, String note) {
        List<String> notes = new ArrayList<>(problem.notes());
        notes.add(note);
        return new Problem(
                problem.rule(),
                problem.severity(),
                problem.headline(),
                problem.primary(),
                problem.secondary(),
                notes,
                problem.hint());
    }
}
