package org.crosstile.dsl;

/**
 * A symbolic extent, {@code pl.dynamic("NR")}: the same name is the same extent all over a program.
 * Its value follows from the shapes of what the program is run with.
 */
public final class Dim extends Scalar {
    Dim(Node node) {
        super(node);
    }
}
