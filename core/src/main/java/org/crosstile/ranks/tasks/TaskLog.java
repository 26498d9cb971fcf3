package org.crosstile.ranks.tasks;

import java.util.ArrayList;
import java.util.List;

/** What devices tell about their tasks. Any number of threads may. */
public final class TaskLog {
    /**
     * One task of a graph.
     *
     * @param kind what it runs on
     * @param edges why it comes after others
     * @param conditions what its completion waits for, in words
     */
    public record Entry(
            int number,
            String name,
            CoreKind kind,
            int cores,
            int site,
            List<TaskEdge> edges,
            List<String> conditions) {}

    /**
     * The tasks of one orchestration.
     *
     * @param site where it was launched; -1 if no call launched it
     */
    public record Graph(int device, String function, int site, List<Entry> tasks) {}

    /** A negative cell that satisfied a condition. */
    public record Wrapped(int device, int site, String cell, int value, int expected) {}

    private final boolean keepsGraphs;
    private final List<Graph> graphs = new ArrayList<>();
    private final List<Wrapped> wrapped = new ArrayList<>();

    /**
     * @param keepsGraphs whether somebody wants to see the graphs
     */
    public TaskLog(boolean keepsGraphs) {
        this.keepsGraphs = keepsGraphs;
    }

    public boolean keepsGraphs() {
        return keepsGraphs;
    }

    synchronized void add(Graph graph) {
        graphs.add(graph);
    }

    synchronized void add(Wrapped condition) {
        if (wrapped.stream()
                .noneMatch(w -> w.device() == condition.device() && w.site() == condition.site())) {
            wrapped.add(condition);
        }
    }

    /** Forgets everything: another run begins. */
    public synchronized void clear() {
        graphs.clear();
        wrapped.clear();
    }

    /** The graphs, by device and then in the order of the launches. */
    public synchronized List<Graph> graphs() {
        List<Graph> sorted = new ArrayList<>(graphs);
        sorted.sort(java.util.Comparator.comparingInt(Graph::device));
        return sorted;
    }

    /** The negative cells that satisfied conditions; one per device and place. */
    public synchronized List<Wrapped> wrapped() {
        return List.copyOf(wrapped);
    }
}
