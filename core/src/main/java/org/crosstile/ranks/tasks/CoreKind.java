package org.crosstile.ranks.tasks;

import org.crosstile.model.Function;

/** What runs tasks. */
public enum CoreKind {
    /** A vector core, AIV. */
    VECTOR("vector core"),
    /** A cube core, AIC. */
    CUBE("cube core"),
    /** One cube core and the two vector cores next to it. */
    GROUP("core group");

    private final String words;

    /** What runs a function that is a task. */
    public static CoreKind of(Function function) {
        return switch (function.kind()) {
            case AIC -> CUBE;
            case Group -> GROUP;
            default -> VECTOR;
        };
    }

    CoreKind(String words) {
        this.words = words;
    }

    /** As messages name one. */
    public String words() {
        return words;
    }

    /** How many vector cores one takes. */
    public int vectorCores() {
        return this == GROUP ? 2 : this == VECTOR ? 1 : 0;
    }

    /** How many cube cores one takes. */
    public int cubeCores() {
        return this == VECTOR ? 0 : 1;
    }
}
