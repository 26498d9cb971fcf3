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
    private ProblemTree() {}

    /** All problems in the given order. */
    public static List<Map<String, Object>> of(List<Problem> problems) {
        List<Map<String, Object>> all = new ArrayList<>();
        for (Problem problem : problems) {
            all.add(of(problem));
        }
        return all;
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
        tree.put("text", span.text());
        tree.put("label", label.text());
        return tree;
    }
}
