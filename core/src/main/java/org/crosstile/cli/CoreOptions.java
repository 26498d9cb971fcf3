package org.crosstile.cli;

import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.ranks.tasks.TaskLog;
import org.crosstile.ranks.tasks.TaskSettings;
import picocli.CommandLine.Option;

/** How many cores the devices have that run tasks. */
final class CoreOptions {
    private static final int MAX_CORES = 4096;

    @Option(
            names = "--aiv",
            paramLabel = "N",
            description = "vector cores per rank (default: those of the chip)")
    private Optional<Integer> aiv = Optional.empty();

    @Option(
            names = "--aic",
            paramLabel = "N",
            description = "cube cores per rank (default: those of the chip)")
    private Optional<Integer> aic = Optional.empty();

    @Option(
            names = "--hardware-slots",
            description =
                    "a task that waits for a cell keeps its core, as on hardware; otherwise others may use it")
    private boolean slots;

    void validate() {
        aiv.ifPresent(n -> validate("--aiv", n));
        aic.ifPresent(n -> validate("--aic", n));
    }

    private static void validate(String option, int cores) {
        if (cores < 1 || cores > MAX_CORES) {
            throw new UsageException(
                    option + " must be from 1 to " + MAX_CORES + ", and not " + cores);
        }
    }

    boolean isGiven() {
        return aiv.isPresent() || aic.isPresent() || slots;
    }

    TaskSettings settings(Chip chip, TaskLog log) {
        return new TaskSettings(
                aiv.orElse(chip.vectorCores()), aic.orElse(chip.cubeCores()), slots, log);
    }

    /** What is not as by default. */
    void add(CommandText command) {
        aiv.ifPresent(n -> command.add("--aiv", n));
        aic.ifPresent(n -> command.add("--aic", n));
        if (slots) {
            command.add("--hardware-slots");
        }
    }
}
