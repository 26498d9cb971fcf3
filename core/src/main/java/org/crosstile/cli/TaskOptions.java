package org.crosstile.cli;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.ranks.tasks.TaskLog;
import org.crosstile.ranks.tasks.TaskSettings;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** On what devices run tasks, and whether their graphs are shown. */
final class TaskOptions {
    /** How graphs are shown. */
    enum Graphs {
        text,
        dot
    }

    @Mixin private final CoreOptions cores = new CoreOptions();

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
        cores.validate();
    }

    boolean isGiven() {
        return cores.isGiven() || graphs.isPresent();
    }

    TaskSettings settings(Chip chip) {
        TaskLog kept = new TaskLog(graphs.isPresent());
        log = Optional.of(kept);
        return cores.settings(chip, kept);
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
