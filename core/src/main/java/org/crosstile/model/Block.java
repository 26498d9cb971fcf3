package org.crosstile.model;

import java.util.List;

/** Statements in order, never nested directly. */
public record Block(List<Stmt> statements) {
    public static final Block EMPTY = new Block(List.of());

    public Block {
        statements = List.copyOf(statements);
    }

    public boolean isEmpty() {
        return statements.isEmpty();
    }
}
