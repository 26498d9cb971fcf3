package org.crosstile.syntax;

/** Ends the reading of one statement after its problem has been reported. */
final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Rejected() {
        super("", null, false, false);
    }
}
