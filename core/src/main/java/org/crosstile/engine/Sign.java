package org.crosstile.engine;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.crosstile.source.Problem;
import org.crosstile.source.Severity;
import org.crosstile.source.Span;
import org.crosstile.source.Verdict;

/**
 * What tells one finding from another: the rule, the lines of both sides, and the buffers and cells
 * that are named. Not the ranks: with fewer of them the same finding has other ones.
 */
record Sign(String rule, List<String> lines, List<String> names) {
    /** A buffer in back quotes, or a cell with its indices. */
    private static final Pattern NAME = Pattern.compile("`[^`]+`|\\w+\\[[-\\d, ]+\\]");

    /** The findings of a run that make up its verdict. */
    static Set<Sign> of(RunResult run, Verdict verdict) {
        Set<Sign> signs = new HashSet<>();
        for (Problem problem : run.problems()) {
            if (problem.severity() == Severity.ERROR && problem.rule().verdict() == verdict) {
                signs.add(of(problem));
            }
        }
        return signs;
    }

    private static Sign of(Problem problem) {
        TreeSet<String> lines = new TreeSet<>();
        lines.add(line(problem.primary().span()));
        problem.secondary().stream().limit(1).forEach(label -> lines.add(line(label.span())));
        TreeSet<String> names = new TreeSet<>();
        Matcher matcher = NAME.matcher(problem.primary().text());
        while (matcher.find()) {
            names.add(matcher.group());
        }
        return new Sign(problem.rule().id(), List.copyOf(lines), List.copyOf(names));
    }

    private static String line(Span span) {
        return span.line() + ":" + span.column();
    }
}
