package org.crosstile.model;

/** Where an operator may be called: host orchestrator, chip orchestration, kernel. */
public enum Place {
    HOST("a host orchestrator"),
    CHIP("a chip orchestration"),
    KERNEL("an InCore kernel");

    private final String phrase;

    Place(String phrase) {
        this.phrase = phrase;
    }

    /** As messages say it. */
    public String phrase() {
        return phrase;
    }
}
