package org.crosstile.source;

/** The outcome of checking or running a program, as design/checking.md section 1 names them. */
public enum Verdict {
    OK("OK"),
    REJECT("REJECT"),
    MISMATCH("MISMATCH"),
    RACE("RACE"),
    DEADLOCK("DEADLOCK"),
    LEAK("LEAK"),
    UNINIT("UNINIT"),
    FAULT("FAULT"),
    TIMEOUT("TIMEOUT"),
    PEER_LOST("PEER-LOST");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** How reports spell the verdict. */
    public String word() {
        return word;
    }
}
