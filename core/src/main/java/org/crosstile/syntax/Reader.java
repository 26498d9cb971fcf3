package org.crosstile.syntax;

import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;

/** Reads DSL text. */
public final class Reader {
    private Reader() {}

    /**
     * Finds the programs of a Python file. Code outside of them is stepped over.
     *
     * @param problems takes what is wrong, now and when programs are made
     */
    public static Loaded load(SourceText text, LoadOptions options, Problems problems) {
        return load(text, options, Catalogued.standard(), problems);
    }

    static Loaded load(
            SourceText text, LoadOptions options, Catalogued operators, Problems problems) {
        return new Loaded(
                text, new ModuleReader(text, options, operators, problems).units(), problems);
    }
}
