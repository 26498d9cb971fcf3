package org.crosstile.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;

/**
 * Where the variables among a call's operands are used: a variable itself only knows its first
 * naming.
 */
final class UseSites {
    private final Map<Span, Span> useOf = new LinkedHashMap<>();
    private final Span call;

    UseSites(Span call) {
        this.call = call;
    }

    /**
     * Notes that an operand stands at a place; for a variable in several operands that is the call.
     */
    void add(Expr operand, Span place) {
        Walk.expressions(
                operand,
                e -> {
                    if (e instanceof Var || e instanceof Dim) {
                        useOf.merge(
                                e.span(), place, (one, other) -> one.equals(other) ? one : call);
                    }
                });
    }

    /** The problem with the use in place of the declaration, which is shown beside it. */
    Problem relocate(Problem problem) {
        Span declared = problem.primary().span();
        Span use = useOf.get(declared);
        if (use == null || use.equals(declared) || use.isNone()) {
            return problem;
        }
        List<Problem.Label> secondary = new ArrayList<>(problem.secondary());
        if (secondary.stream().noneMatch(label -> label.span().equals(declared))) {
            secondary.add(new Problem.Label(declared, "declared here"));
        }
        return new Problem(
                problem.rule(),
                problem.severity(),
                problem.headline(),
                new Problem.Label(use, problem.primary().text()),
                secondary,
                problem.notes(),
                problem.hint());
    }
}
