package org.crosstile.engine;

/** An error of ours, never of the program that is run. */
public final class DefectException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DefectException(String message, Throwable cause) {
        super(message, cause);
    }

    DefectException(String message) {
        super(message);
    }
}
