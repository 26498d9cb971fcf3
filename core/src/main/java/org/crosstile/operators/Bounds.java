package org.crosstile.operators;

import java.util.List;
import java.util.OptionalLong;
import org.crosstile.model.Describe;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.crosstile.source.Span;

/**
 * Proofs that an access leaves its tensor. What cannot be proved here is checked when it runs, with
 * the same rule.
 */
final class Bounds {
    private final Rule rule;
    private final String verb;
    private final Problems problems;

    /**
     * @param rule the rule to report
     * @param verb what the access does: {@code reads} or {@code writes}
     */
    Bounds(Rule rule, String verb, Problems problems) {
        this.rule = rule;
        this.verb = verb;
        this.problems = problems;
    }

    /**
     * Reports each dimension in which a box provably leaves {@code target}.
     *
     * @param offsets where the box begins, one entry per dimension
     * @param extents how far it reaches
     * @param dims the extents of {@code target}
     * @param span where the offsets are written
     */
    void check(List<Expr> offsets, List<Expr> extents, List<Expr> dims, Expr target, Span span) {
        for (int i = 0; i < dims.size(); i++) {
            OptionalLong offset = Exprs.constant(offsets.get(i));
            OptionalLong extent = Exprs.constant(extents.get(i));
            OptionalLong dim = Exprs.constant(dims.get(i));
            Span at = offsets.get(i).span().isNone() ? span : offsets.get(i).span();
            if (offset.isPresent() && offset.getAsLong() < 0) {
                report(at, "offset " + offset.getAsLong() + " of dimension " + i, target, dims)
                        .hint("offsets count from 0")
                        .to(problems);
            } else if (offset.isPresent()
                    && extent.isPresent()
                    && extent.getAsLong() > 0
                    && dim.isPresent()
                    && offset.getAsLong() > dim.getAsLong() - extent.getAsLong()) {
                report(
                                at,
                                past(i, offset.getAsLong(), extent.getAsLong(), dim.getAsLong()),
                                target,
                                dims)
                        .hint(advice(dim.getAsLong() - offset.getAsLong()))
                        .to(problems);
            }
        }
    }

    /** Reports an index that is provably outside of {@code target}. */
    void checkIndex(List<Expr> indices, List<Expr> dims, Expr target, Span span) {
        check(indices, indices.stream().map(i -> Exprs.index(1)).toList(), dims, target, span);
    }

    private Problem.Builder report(Span at, String found, Expr target, List<Expr> dims) {
        return Problem.error(rule, at, found)
                .see(target.span(), "the extents are " + Describe.shape(dims));
    }

    private String past(int dimension, long offset, long extent, long dim) {
        return verb
                + " past the end of dimension "
                + dimension
                + ": offset "
                + offset
                + " + extent "
                + extent
                + " exceeds "
                + dim;
    }

    private static String advice(long left) {
        return left > 0
                ? "at most " + left + " fit from this offset on"
                : "nothing lies behind this offset";
    }
}
