package org.crosstile.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Where the process starts and ends. */
@Command(
        name = "crosstile",
        mixinStandardHelpOptions = true,
        version = "crosstile 0.1.0",
        description = "A toolchain for cross-rank tile programs.")
public final class Main implements Runnable {

    /** Runs one command and exits with its code. */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Main()).execute(args));
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
