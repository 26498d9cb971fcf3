package org.crosstile.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.crosstile.record.TaskState;

/**
 * What the tasks of stuck ranks wait for: cells, other tasks, and cores that tasks hold which wait
 * themselves.
 */
final class TaskWaits {
    private static final int MAX_TASKS = 6;

    /** How many ranks that may help are looked at for each wait. */
    private static final int MAX_HELPERS = 64;

    /** A task of a rank. */
    private record Node(int rank, int task) {
        @Override
        public String toString() {
            return "rank " + rank + " task " + task;
        }
    }

    /** What a task waits for. */
    private record Edge(Node to, String what, boolean isCell) {}

    private final Standstill standstill;
    private final SignalSteps steps;
    private final IntFunction<Site> sites;
    private final NoticeIndex<Node> notices = new NoticeIndex<>();
    private final Map<Node, List<Edge>> edges = new HashMap<>();

    TaskWaits(Standstill standstill, SignalSteps steps, IntFunction<Site> sites) {
        this.standstill = standstill;
        this.steps = steps;
        this.sites = sites;
        for (RankState rank : standstill.ranks()) {
            rank.tasks().forEach(task -> addNotices(rank, task));
        }
        for (RankState rank : standstill.ranks()) {
            rank.tasks().forEach(task -> edges.put(node(rank, task), edges(rank, task)));
        }
    }

    private static Node node(RankState rank, TaskState task) {
        return new Node(rank.device(), task.number());
    }

    private List<Edge> edges(RankState rank, TaskState task) {
        List<Edge> found = new ArrayList<>();
        for (TaskState.Need need : task.needs()) {
            found.add(new Edge(new Node(rank.device(), need.number()), "its completion", false));
        }
        for (int holder : task.holders()) {
            found.add(new Edge(new Node(rank.device(), holder), "its core", false));
        }
        for (BlockedWait wait : task.waits()) {
            Set<Node> helpers = new LinkedHashSet<>();
            notices.visit(wait, MAX_HELPERS, (notice, node) -> helpers.add(node));
            helpers.forEach(node -> found.add(new Edge(node, wait.cell().name(), true)));
        }
        return found;
    }

    /** Adds what a task has not done yet. */
    private void addNotices(RankState rank, TaskState helper) {
        if (helper.what() == TaskState.What.DEFERRED) {
            return;
        }
        List<SignalSteps.Step> left =
                helper.what() == TaskState.What.BLOCKED && !helper.waits().isEmpty()
                        ? steps.after(helper.name(), sites.apply(helper.waits().getFirst().site()))
                        : steps.of(helper.name());
        for (SignalSteps.Step step : left) {
            if (step.isNotify()) {
                steps.notice(step, rank.device(), helper.record())
                        .ifPresent(notice -> notices.add(notice, node(rank, helper)));
            }
        }
    }

    /** A sentence per task, the first few of each rank, and how they wait for each other. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        for (RankState rank : standstill.ranks()) {
            List<TaskState> tasks = rank.tasks();
            if (tasks.size() == 1 && tasks.getFirst().what() == TaskState.What.BLOCKED) {
                continue; // what is said about its rank says it all
            }
            for (TaskState task : tasks.subList(0, Math.min(MAX_TASKS, tasks.size()))) {
                notes.add("rank " + rank.device() + ", " + task.describe() + ": " + sentence(task));
            }
            if (tasks.size() > MAX_TASKS) {
                notes.add(
                        "rank "
                                + rank.device()
                                + " has "
                                + (tasks.size() - MAX_TASKS)
                                + " more unfinished tasks");
            }
        }
        String cycle = cycle();
        if (!cycle.isEmpty()) {
            notes.add("tasks wait for each other: " + cycle);
        }
        return notes;
    }

    private static String sentence(TaskState task) {
        return switch (task.what()) {
            case BLOCKED -> "its body waits" + cells(task);
            case DEFERRED -> "its body has ended, and its completion waits" + cells(task);
            case WAITING -> {
                List<String> needs = new ArrayList<>();
                for (TaskState.Need need : task.needs()) {
                    needs.add(
                            "task "
                                    + need.number()
                                    + " `"
                                    + need.name()
                                    + "` ("
                                    + need.reason()
                                    + ")");
                }
                yield "waits for "
                        + RankList.join(needs.subList(0, Math.min(3, needs.size())))
                        + (needs.size() > 3 ? " and " + (needs.size() - 3) + " more" : "");
            }
            case READY -> {
                List<String> holders = new ArrayList<>();
                task.holders().forEach(h -> holders.add(Integer.toString(h)));
                yield holders.isEmpty()
                        ? "waits for a core"
                        : "waits for a core; all are held by task"
                                + (holders.size() == 1 ? " " : "s ")
                                + RankList.join(holders)
                                + ", which wait"
                                + (holders.size() == 1 ? "s" : "");
            }
        };
    }

    private static String cells(TaskState task) {
        List<String> cells = new ArrayList<>();
        for (BlockedWait wait : task.waits()) {
            cells.add(wait.cell().name() + " " + wait.condition() + ", which is " + wait.value());
        }
        return cells.isEmpty()
                ? ""
                : " for "
                        + String.join("; ", cells.subList(0, Math.min(3, cells.size())))
                        + (cells.size() > 3 ? "; and " + (cells.size() - 3) + " more" : "");
    }

    /** Whether a task waits for a core that another one holds. */
    boolean holdCores() {
        return standstill.ranks().stream()
                .flatMap(rank -> rank.tasks().stream())
                .anyMatch(task -> !task.holders().isEmpty());
    }

    /** Whether a task waits for the completion of one that waits for cells. */
    boolean waitForOthers() {
        return standstill.ranks().stream()
                .flatMap(rank -> rank.tasks().stream())
                .anyMatch(task -> !task.needs().isEmpty());
    }

    /** The shortest cycle through something else than cells; empty if there is none. */
    private String cycle() {
        List<String> best = List.of();
        for (Map.Entry<Node, List<Edge>> from : edges.entrySet()) {
            for (Edge edge : from.getValue()) {
                if (!edge.isCell()) {
                    List<String> path = path(edge, from.getKey());
                    if (!path.isEmpty() && (best.isEmpty() || path.size() < best.size())) {
                        best = path;
                    }
                }
            }
        }
        return String.join("", best);
    }

    /** From a task along an edge and back to it. */
    private List<String> path(Edge first, Node start) {
        Map<Node, List<String>> reached = new HashMap<>();
        Deque<Node> queue = new ArrayDeque<>(List.of(first.to()));
        reached.put(first.to(), List.of(start + " -(" + first.what() + ")-> " + first.to()));
        while (!queue.isEmpty()) {
            Node node = queue.remove();
            List<String> path = reached.getOrDefault(node, List.of());
            if (node.equals(start)) {
                return path;
            }
            for (Edge edge : edges.getOrDefault(node, List.of())) {
                if (!reached.containsKey(edge.to())) {
                    List<String> longer = new ArrayList<>(path);
                    longer.add(" -(" + edge.what() + ")-> " + edge.to());
                    reached.put(edge.to(), longer);
                    queue.add(edge.to());
                }
            }
        }
        return List.of();
    }
}
