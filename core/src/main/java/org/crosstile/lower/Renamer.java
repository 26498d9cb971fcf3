package org.crosstile.lower;

import java.util.HashMap;
import java.util.Map;
import org.crosstile.model.Expr;
import org.crosstile.model.Rewriter;
import org.crosstile.model.Structure;
import org.crosstile.model.Type;
import org.crosstile.model.Var;

/**
 * Replaces uses of variables. A definition whose type mentions a replaced variable gets a new
 * variable of the rewritten type.
 */
class Renamer extends Rewriter {
    private final Map<Var, Expr> images = new HashMap<>();

    /** From here on, uses of {@code from} become {@code to}. */
    final void replace(Var from, Expr to) {
        if (from != to) {
            images.put(from, to);
        }
    }

    final Expr image(Var v) {
        return images.getOrDefault(v, v);
    }

    @Override
    protected Expr use(Var v) {
        return image(v);
    }

    @Override
    protected Var define(Var v) {
        Type type = type(v.type());
        if (Structure.same(type, v.type())) {
            return v;
        }
        Var renamed = new Var(v.name(), type, v.span());
        images.put(v, renamed);
        return renamed;
    }
}
