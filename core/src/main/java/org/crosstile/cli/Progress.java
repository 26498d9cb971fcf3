package org.crosstile.cli;

import java.io.Console;
import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;

/** How far a command has come, on a terminal only: a line that is written again and again. */
final class Progress implements AutoCloseable {
    private static final long EVERY_NANOS = 100_000_000;

    private final PrintWriter err;
    private final String all;
    private final boolean shown;
    private long last = System.nanoTime();
    private int width;

    /**
     * @param all how many steps there are
     * @param atMost whether there may be fewer
     */
    Progress(CommandSpec spec, int all, boolean atMost) {
        Console console = System.console();
        this.err = spec.commandLine().getErr();
        this.all = (atMost ? "at most " : "") + all;
        this.shown = console != null && console.isTerminal();
    }

    /** So many steps are done. */
    void show(int done) {
        long now = System.nanoTime();
        if (shown && now - last > EVERY_NANOS) {
            last = now;
            write(done + " of " + all + " schedules");
        }
    }

    private void write(String text) {
        err.print("\r" + text + " ".repeat(Math.max(0, width - text.length())) + "\r" + text);
        err.flush();
        width = text.length();
    }

    /** Takes the line away. */
    @Override
    public void close() {
        if (width > 0) {
            err.print("\r" + " ".repeat(width) + "\r");
            err.flush();
        }
    }
}
