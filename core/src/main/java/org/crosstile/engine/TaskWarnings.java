package org.crosstile.engine;

import java.util.function.IntFunction;
import org.crosstile.diagnose.Site;
import org.crosstile.ranks.tasks.TaskLog;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;

/** Warns of what a run's tasks did that is hardly meant. */
final class TaskWarnings {
    private static final String WAITER =
            "with pl.at(level=pl.Level.CORE_GROUP):\n"
                    + "    pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)";

    /** A negative cell satisfies a condition. */
    static final Rule NEGATIVE =
            Rule.of("defer-wait-negative", "a cell that a task waits for must not become negative")
                    .explained(
                            "The scheduler compares cells as unsigned numbers: -1 is 4294967295 and satisfies every"
                                    + " condition. A run warns of it.",
                            "run-tasks",
                            "with pl.manual_scope():\n"
                                    + ("with pl.at(level=pl.Level.CORE_GROUP):\n"
                                                    + "    pld.system.notify(sig, peer=0, offsets=[0, 0], value=-1,"
                                                    + " op=pld.NotifyOp.Set)\n"
                                                    + WAITER)
                                            .indent(4),
                            "with pl.manual_scope():\n"
                                    + ("with pl.at(level=pl.Level.CORE_GROUP):\n"
                                                    + "    pld.system.notify(sig, peer=0, offsets=[0, 0], value=1,"
                                                    + " op=pld.NotifyOp.Set)\n"
                                                    + WAITER)
                                            .indent(4));

    private TaskWarnings() {}

    static void report(TaskLog log, IntFunction<Site> sites, Problems problems) {
        for (TaskLog.Wrapped condition : log.wrapped()) {
            Problem.warning(
                            NEGATIVE,
                            sites.apply(condition.site()).span(),
                            "on rank "
                                    + condition.device()
                                    + ", "
                                    + condition.cell()
                                    + " is "
                                    + condition.value()
                                    + ", which satisfies >= "
                                    + condition.expected())
                    .note(
                            "cells are compared as unsigned numbers here: "
                                    + condition.value()
                                    + " is "
                                    + Integer.toUnsignedString(condition.value()))
                    .hint("let the counter grow from 0 upwards")
                    .to(problems);
        }
    }
}
