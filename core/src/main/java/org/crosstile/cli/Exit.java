package org.crosstile.cli;

/** The exit codes; part of the interface. */
final class Exit {
    static final int OK = 0;
    static final int PROBLEMS = 1;
    static final int USAGE = 2;
    static final int ENVIRONMENT = 3;
    static final int DEFECT = 70;

    private Exit() {}
}
