package org.crosstile.ranks.tasks;

import java.util.List;
import org.crosstile.ranks.RankRules;
import org.crosstile.source.Rule;
import org.crosstile.source.Verdict;

/** What tasks are held to when they run. */
public final class TaskRules {
    /** How many conditions one task may register. */
    public static final int MAX_CONDITIONS = 64;

    /** How many tasks may wait for their conditions on one device. */
    public static final int MAX_DEFERRED = 64;

    private static final String NOTIFIER =
            "with pl.at(level=pl.Level.CORE_GROUP):\n"
                    + "    pld.system.notify(sig, peer=0, offsets=[0, 0], value=1,"
                    + " op=pld.NotifyOp.Set)";

    /** A task registers too many conditions. */
    public static final Rule CONDITIONS =
            rule("defer-wait-conditions", "a task must not register more than 64 conditions");

    /** Too many tasks wait. */
    public static final Rule DEFERRED =
            rule(
                            "defer-wait-tasks",
                            "not more than 64 tasks of a device may wait for cells at once")
                    .explained(
                            "The scheduler polls a list of 64 tasks. A task whose conditions hold when its body ends is"
                                    + " never in it. Let later waiters depend on earlier ones.",
                            "run-tasks",
                            "with pl.manual_scope():\n    for i in pl.range(65):\n"
                                    + "        with pl.at(level=pl.Level.CORE_GROUP):\n"
                                    + "            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)",
                            "with pl.manual_scope():\n    for i in pl.range(64):\n"
                                    + "        with pl.at(level=pl.Level.CORE_GROUP):\n"
                                    + "            pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)\n"
                                    + NOTIFIER.indent(4));

    /** A threshold is negative. */
    public static final Rule THRESHOLD =
            rule("defer-wait-threshold", "what a cell must reach must be from 0 to 2147483647")
                    .explained(
                            "Cells are compared as unsigned numbers. A negative threshold would be a huge one.",
                            "run-tasks",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n"
                                    + "    pld.system.defer_wait(sig, [0, 0], minus, cmp=pld.WaitCmp.Ge)",
                            "with pl.at(level=pl.Level.CORE_GROUP):\n"
                                    + "    pld.system.defer_wait(sig, [0, 0], zero, cmp=pld.WaitCmp.Ge)");

    /** A task asks for more cores than a device has. */
    public static final Rule CORES =
            Rule.of("task-cores", "a task must not need more cores than a device has")
                    .explained(
                            "Blocks that start together need a core each. Others take turns, but one block at least"
                                    + " must fit.",
                            "run-tasks",
                            "for i in pl.spmd(100, sync_start=True):\n    n = i + 1",
                            "for i in pl.spmd(100):\n    n = i + 1");

    private TaskRules() {}

    private static Rule rule(String id, String headline) {
        return Rule.of(id, Verdict.FAULT, headline);
    }

    /**
     * Checks that a device can run a launch on so many vector cores at once.
     *
     * @throws org.crosstile.memory.Fault if it cannot
     */
    public static void admit(String name, int cores, TaskSettings settings) {
        if (cores > settings.vectorCores()) {
            throw RankRules.broken(
                    CORES,
                    "`"
                            + name
                            + "` needs "
                            + cores
                            + " vector cores at once, and the device has "
                            + settings.vectorCores(),
                    "let fewer cores run it");
        }
    }

    /** All of them. */
    public static List<Rule> all() {
        return List.of(CONDITIONS, DEFERRED, THRESHOLD, CORES);
    }
}
