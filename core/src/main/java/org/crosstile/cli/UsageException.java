package org.crosstile.cli;

/** Something about the command line that only shows while the command runs: a missing file, say. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
