package org.crosstile.dsl;

/** A value has a problem, which has been reported: what is made of it is left out. */
final class Rejected extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Rejected() {
        super("reported", null, false, false);
    }
}
