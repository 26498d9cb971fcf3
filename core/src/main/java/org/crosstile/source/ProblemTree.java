package org.crosstile.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A problem as programs read it: maps, lists, strings and numbers only, in a fixed order of keys,
 * ready to be written as JSON. Lines and columns count from 1; ends are exclusive.
 */
public final class ProblemTree {
    /** A longer piece of a program than this is cut. */
    private static final int LONGEST_TEXT = 1000;

    private ProblemTree() {}

    /**
     * Adds {@code problems} to a tree, in the given order; of very many the first, and as {@code
     * more_problems} how many more there are.
     */
    public static void put(List<Problem> problems, Map<String, Object> tree) {
        Shown shown = Shown.of(problems);
        List<Map<String, Object>> trees = new ArrayList<>();
        for (Problem problem : shown.problems()) {
            trees.add(of(problem));
        }
        tree.put("problems", trees);
        if (shown.leftOut() > 0) {
            tree.put("more_problems", shown.leftOut());
        }
    }

    /**
     * Keys: {@code rule}, {@code severity}, {@code verdict}, {@code headline}, {@code primary} (a
     * place with {@code label}), {@code secondary} (places), {@code trail}, {@code notes}, {@code
     * hint}.
     */
    public static Map<String, Object> of(Problem problem) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("rule", problem.rule().id());
        tree.put("severity", problem.severity().word());
        tree.put("verdict", problem.rule().verdict().word());
        tree.put("headline", problem.headline());
        tree.put("primary", label(problem.primary()));
        List<Object> secondary = new ArrayList<>();
        for (Problem.Label label : problem.secondary()) {
            secondary.add(label(label));
        }
        tree.put("secondary", secondary);
        tree.put("trail", ProblemText.trails(problem));
        tree.put("notes", problem.notes());
        tree.put("hint", problem.hint());
        return tree;
    }

    private static Map<String, Object> label(Problem.Label label) {
        Map<String, Object> tree = new LinkedHashMap<>();
        Span span = label.span();
        tree.put("file", span.source().name());
        tree.put("line", span.line());
        tree.put("column", span.column());
        int last = Math.min(span.end(), span.source().text().length());
        tree.put("end_line", span.source().lineOf(last));
        tree.put("end_column", span.source().columnOf(last));
        String text = span.text();
        tree.put(
                "text",
                text.length() > LONGEST_TEXT ? text.substring(0, LONGEST_TEXT) + "…" : text);
        tree.put("label", label.text());
        return tree;
    }
}
