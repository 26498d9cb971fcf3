package org.crosstile.ranks.tasks;

/** What runs tasks. */
public enum CoreKind {
    /** A vector core, AIV. */
    VECTOR("vector core"),
    /** A cube core, AIC. */
    CUBE("cube core"),
    /** One cube core and the two vector cores next to it. */
    GROUP("core group");

    private final String words;

    CoreKind(String words) {
        this.words = words;
    }

    /** As messages name one. */
    public String words() {
        return words;
    }

    int vectorCores() {
        return this == GROUP ? 2 : this == VECTOR ? 1 : 0;
    }

    int cubeCores() {
        return this == VECTOR ? 0 : 1;
    }
}
