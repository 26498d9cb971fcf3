package org.crosstile.isa;

/** Unwinds a rank because another one has failed. */
final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Ended() {
        super("another rank has failed", null, false, false);
    }
}
