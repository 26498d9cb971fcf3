package org.crosstile.source;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects the problems of a stage. Not safe for use by several threads. */
public final class Problems {
    private final Set<Problem> all = new LinkedHashSet<>();
    private final Set<String> allowed = new HashSet<>();
    private int errors;

    /**
     * Errors of a rule become warnings from now on.
     *
     * @throws IllegalArgumentException if programs are always held to the rule
     */
    public void allow(Rule rule) {
        if (!rule.isAllowable()) {
            throw new IllegalArgumentException(rule.id() + " holds always");
        }
        allowed.add(rule.id());
    }

    /** An empty collection with the same rules allowed. */
    public Problems alike() {
        Problems other = new Problems();
        other.allowed.addAll(allowed);
        return other;
    }

    public void add(Problem problem) {
        Problem shown = allowed.contains(problem.rule().id()) ? problem.asWarning() : problem;
        if (all.add(shown) && shown.severity() == Severity.ERROR) {
            errors++;
        }
    }

    public void addAll(Problems others) {
        others.all.forEach(this::add);
    }

    /**
     * Moves the problems of a construct at {@code place} to {@code target}: each to where the
     * construct uses what it is about.
     */
    public void moveWithin(Span place, Problems target) {
        all.forEach(p -> target.add(p.within(place)));
        all.clear();
        errors = 0;
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /** Number of errors so far; lets a caller see whether a step added any. */
    public int errors() {
        return errors;
    }

    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** All problems, by text, then place, then rule. */
    public List<Problem> sorted() {
        List<Problem> sorted = new ArrayList<>(all);
        sorted.sort(
                Comparator.comparing((Problem p) -> p.primary().span().source().name())
                        .thenComparingInt(p -> p.primary().span().start())
                        .thenComparing(p -> p.rule().id()));
        return List.copyOf(sorted);
    }
}
