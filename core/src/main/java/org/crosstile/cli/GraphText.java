package org.crosstile.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.crosstile.ranks.tasks.TaskEdge;
import org.crosstile.ranks.tasks.TaskLog;

/** Task graphs in words, or for Graphviz. */
record GraphText(List<TaskLog.Graph> graphs) {
    /** One task a line, and one line for each reason why it comes after another one. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (TaskLog.Graph graph : graphs) {
            lines.add(
                    "rank "
                            + graph.device()
                            + ", "
                            + graph.function()
                            + ": "
                            + graph.tasks().size()
                            + (graph.tasks().size() == 1 ? " task" : " tasks"));
            int width = 0;
            for (TaskLog.Entry task : graph.tasks()) {
                width = Math.max(width, task.name().length());
            }
            for (TaskLog.Entry task : graph.tasks()) {
                lines.add(
                        "%4d  %s%s  %s%s"
                                .formatted(
                                        task.number(),
                                        task.name(),
                                        " ".repeat(width - task.name().length()),
                                        cores(task),
                                        conditions(task)));
                for (TaskEdge edge : task.edges()) {
                    lines.add("        after " + edge.from() + ": " + edge.describe());
                }
            }
        }
        return lines;
    }

    private static String cores(TaskLog.Entry task) {
        return task.cores() == 1
                ? task.kind().words()
                : task.cores() + " " + task.kind().words() + "s";
    }

    private static String conditions(TaskLog.Entry task) {
        List<String> all = task.conditions();
        if (all.isEmpty()) {
            return "";
        }
        String first = String.join(", ", all.subList(0, Math.min(3, all.size())));
        return ", completes when "
                + first
                + (all.size() > 3 ? " and " + (all.size() - 3) + " more" : "");
    }

    /** A Graphviz digraph: a cluster per launch, an edge per pair of tasks. */
    List<String> dot() {
        List<String> lines = new ArrayList<>();
        lines.add("digraph tasks {");
        lines.add("  node [shape=box];");
        for (int g = 0; g < graphs.size(); g++) {
            TaskLog.Graph graph = graphs.get(g);
            lines.add("  subgraph cluster_" + g + " {");
            lines.add(
                    "    label="
                            + quoted("rank " + graph.device() + ", " + graph.function())
                            + ";");
            for (TaskLog.Entry task : graph.tasks()) {
                String label =
                        task.number() + " " + task.name() + "\\n" + cores(task) + conditions(task);
                lines.add("    t" + g + "_" + task.number() + " [label=" + quoted(label) + "];");
                Map<Integer, List<String>> reasons = new LinkedHashMap<>();
                for (TaskEdge edge : task.edges()) {
                    reasons.computeIfAbsent(edge.from(), k -> new ArrayList<>())
                            .add(edge.describe());
                }
                for (Map.Entry<Integer, List<String>> edge : reasons.entrySet()) {
                    lines.add(
                            "    t%d_%d -> t%d_%d [label=%s];"
                                    .formatted(
                                            g,
                                            edge.getKey(),
                                            g,
                                            task.number(),
                                            quoted(String.join("\\n", edge.getValue()))));
                }
            }
            lines.add("  }");
        }
        lines.add("}");
        return lines;
    }

    /** Per launch: device, function, and its tasks with their edges. */
    List<Map<String, Object>> trees() {
        List<Map<String, Object>> trees = new ArrayList<>();
        for (TaskLog.Graph graph : graphs) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("rank", graph.device());
            tree.put("function", graph.function());
            List<Object> tasks = new ArrayList<>();
            graph.tasks().forEach(task -> tasks.add(tree(task)));
            tree.put("tasks", tasks);
            trees.add(tree);
        }
        return trees;
    }

    private static Map<String, Object> tree(TaskLog.Entry task) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("task", task.number());
        tree.put("kernel", task.name());
        tree.put("core", task.kind().words());
        tree.put("cores", task.cores());
        tree.put("conditions", task.conditions());
        List<Object> edges = new ArrayList<>();
        for (TaskEdge edge : task.edges()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("after", edge.from());
            one.put("reason", edge.describe());
            edges.add(one);
        }
        tree.put("edges", edges);
        return tree;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\"", "\\\"") + '"';
    }
}
