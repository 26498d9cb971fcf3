package org.crosstile.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.ranks.tasks.TaskLog;
import org.crosstile.ranks.tasks.TaskSettings;
import picocli.CommandLine.Option;

/** On what devices run tasks, and whether their graphs are shown. */
final class TaskOptions {
    private static final int MAX_CORES = 4096;

    /** How graphs are shown. */
    enum Graphs {
        text,
        dot
    }

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

    @Option(
            names = "--tasks",
            arity = "0..1",
            fallbackValue = "text",
            paramLabel = "FORMAT",
            description =
                    "shows the tasks of every rank and why each comes after others: text, or dot for Graphviz")
    private Optional<Graphs> graphs = Optional.empty();

    private Optional<TaskLog> log = Optional.empty();

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
        return aiv.isPresent() || aic.isPresent() || slots || graphs.isPresent();
    }

    TaskSettings settings(Chip chip) {
        TaskLog kept = new TaskLog(graphs.isPresent());
        log = Optional.of(kept);
        return new TaskSettings(
                aiv.orElse(chip.vectorCores()), aic.orElse(chip.cubeCores()), slots, kept);
    }

    /** The graphs of the last run as JSON objects; none if nobody wants them. */
    List<Map<String, Object>> trees() {
        return log.isEmpty() || graphs.isEmpty()
                ? List.of()
                : new GraphText(log.get().graphs()).trees();
    }

    /** Prints the graphs of the last run, if they are wanted. */
    void print(Output out) {
        if (log.isEmpty() || graphs.isEmpty()) {
            return;
        }
        GraphText text = new GraphText(log.get().graphs());
        (graphs.get() == Graphs.dot ? text.dot() : text.lines()).forEach(out::result);
    }
}
