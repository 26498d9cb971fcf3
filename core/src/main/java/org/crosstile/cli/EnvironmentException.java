package org.crosstile.cli;

/** The environment cannot do what was asked: a disk is full, a directory is not writable. */
final class EnvironmentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EnvironmentException(String message) {
        super(message);
    }
}
