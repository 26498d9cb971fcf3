package org.crosstile.model;

import org.crosstile.source.Span;

/**
 * A symbolic extent, {@code pl.dynamic("NR")}: the same name is the same extent all over a program.
 */
public record Dim(String name, Span span) implements Expr {
    @Override
    public Type type() {
        return Type.INDEX;
    }
}
