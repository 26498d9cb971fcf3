package org.crosstile.ranks.tasks;

import org.crosstile.abi.Chip;

/**
 * How devices run tasks.
 *
 * @param vectorCores how many vector cores (AIV) a device has, at least 1
 * @param cubeCores how many cube cores (AIC) a device has, at least 1
 * @param holdsCores whether a task that waits keeps its core, as on hardware
 * @param log what is told about tasks
 */
public record TaskSettings(int vectorCores, int cubeCores, boolean holdsCores, TaskLog log) {
    public TaskSettings {
        if (vectorCores < 1 || cubeCores < 1) {
            throw new IllegalArgumentException("a device has cores");
        }
    }

    /** The cores of a chip; tasks that wait hold none; nobody asks for graphs. */
    public static TaskSettings of(Chip chip) {
        return new TaskSettings(chip.vectorCores(), chip.cubeCores(), false, new TaskLog(false));
    }

    /**
     * The same cores; with a log of its own, unless somebody wants to see the graphs in this one.
     */
    public TaskSettings forOneRun() {
        return log.keepsGraphs()
                ? this
                : new TaskSettings(vectorCores, cubeCores, holdsCores, new TaskLog(false));
    }
}
