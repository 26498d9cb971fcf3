package org.crosstile.model;

import org.crosstile.source.Span;

/**
 * A variable: equal only to itself, its name is for people. Before {@code ConvertToSSA} a variable
 * may be assigned several times; afterwards exactly once.
 */
public final class Var implements Expr {
    private final String name;
    private final Type type;
    private final Span span;

    public Var(String name, Type type, Span span) {
        this.name = name;
        this.type = type;
        this.span = span;
    }

    public String name() {
        return name;
    }

    @Override
    public Type type() {
        return type;
    }

    /** Where the variable was first named. */
    @Override
    public Span span() {
        return span;
    }

    @Override
    public String toString() {
        return name;
    }
}
