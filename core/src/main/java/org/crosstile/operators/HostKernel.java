package org.crosstile.operators;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.model.Builder;
import org.crosstile.model.Dim;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Function;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.source.Span;

/**
 * The function that a host orchestrator's collective becomes: a kernel of vector cores, whose
 * extents are those of the windows that each dispatch passes. Data goes through the UB in tiles of
 * one row of 256.
 */
final class HostKernel {
    /** Elements of a tile. */
    static final int WIDTH = 256;

    /** More ranks than this a builtin does not synchronise. */
    static final int MAX_RANKS = 16;

    private final Builder.NameSource names = new Builder.NameSource();
    private final List<Function.Param> params = new ArrayList<>();
    private final Builder body;
    private final Span span;

    HostKernel(Span span) {
        this.span = span;
        this.body = new Builder(span, names);
    }

    Builder body() {
        return body;
    }

    /** Adds a parameter. */
    Var param(String name, Type type, Function.Direction direction) {
        Var var = new Var(names.fresh(name), type, span);
        params.add(new Function.Param(var, direction));
        return var;
    }

    /** The function as it has been written. */
    Function function(String name) {
        return new Function(
                name,
                Function.Kind.AIV,
                Function.Level.AIV,
                Function.Role.Orchestrator,
                params,
                List.of(),
                body.block(),
                Map.of(),
                "",
                span);
    }

    /** An extent that each dispatch chooses. */
    static Expr extent(String name) {
        return new Dim(name, Span.NONE);
    }

    /** How a stream goes through the UB. */
    static Chunks tiles(Expr length, DType dtype) {
        return new Chunks(length, WIDTH, dtype);
    }

    /** The staging tile of a transfer. */
    static Expr stage(String name, DType dtype, Builder body) {
        return Staging.tile(body, name, dtype, 1, WIDTH);
    }

    static Expr zero() {
        return Exprs.index(0);
    }
}
