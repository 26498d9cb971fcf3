package org.crosstile.memory;

/** A run-time error of the user's program. Becomes a problem at the line whose code was running. */
public final class Fault extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String rule;
    private final String found;
    private final String hint;

    /**
     * @param rule id of the rule that is broken
     * @param headline the requirement
     * @param found what was found instead
     * @param hint what to change; may be empty
     */
    public Fault(String rule, String headline, String found, String hint) {
        super(headline + ": " + found);
        this.rule = rule;
        this.found = found;
        this.hint = hint;
    }

    public String rule() {
        return rule;
    }

    public String found() {
        return found;
    }

    public String hint() {
        return hint;
    }
}
