package org.crosstile.model;

import org.crosstile.source.Rule;

/** How deep a text may nest: what a pass makes must be one that can be read again. */
public final class Nesting {
    /** Blocks of a text, those of the class and of the function included. */
    public static final int DEEPEST = 60;

    /** Something stands too deep. */
    public static final Rule RULE = Rule.of("nesting", "statements must not nest too deeply");

    private Nesting() {}
}
