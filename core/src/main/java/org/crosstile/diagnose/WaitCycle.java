package org.crosstile.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The cycles in the wait-for graph, in which a rank waits for those whose notifies might help it:
 * the shortest one of each set of ranks that all wait for each other. Sets that have nothing to do
 * with each other have a cycle each.
 */
final class WaitCycle {
    /** From how many ranks of a set a cycle is looked for. */
    private static final int STARTS = 64;

    private final Map<Integer, StuckRank> byRank = new HashMap<>();
    private final List<StuckRank> stuck;

    WaitCycle(List<StuckRank> stuck) {
        this.stuck = stuck;
        stuck.forEach(rank -> byRank.put(rank.rank(), rank));
    }

    /** The ranks of each cycle in order. */
    List<List<Integer>> find() {
        List<List<Integer>> cycles = new ArrayList<>();
        for (Set<Integer> together : components()) {
            List<Integer> cycle = shortest(together);
            if (!cycle.isEmpty()) {
                cycles.add(cycle);
            }
        }
        return cycles;
    }

    /** The sets of ranks of which each waits for each, perhaps by way of others. */
    private List<Set<Integer>> components() {
        Map<Integer, List<Integer>> forwards = new HashMap<>();
        Map<Integer, List<Integer>> backwards = new HashMap<>();
        for (StuckRank rank : stuck) {
            for (StuckRank.Helper helper : rank.helpers()) {
                if (helper.rank() != rank.rank() && byRank.containsKey(helper.rank())) {
                    add(forwards, rank.rank(), helper.rank());
                    add(backwards, helper.rank(), rank.rank());
                }
            }
        }
        List<Integer> order = new ArrayList<>();
        Set<Integer> seen = new HashSet<>();
        stuck.forEach(rank -> visit(rank.rank(), forwards, seen, order));
        List<Set<Integer>> components = new ArrayList<>();
        seen.clear();
        for (int rank : order.reversed()) {
            List<Integer> members = new ArrayList<>();
            visit(rank, backwards, seen, members);
            if (members.size() > 1) {
                components.add(new LinkedHashSet<>(members.stream().sorted().toList()));
            }
        }
        components.sort((a, b) -> Integer.compare(a.iterator().next(), b.iterator().next()));
        return components;
    }

    private static void add(Map<Integer, List<Integer>> edges, int from, int to) {
        edges.computeIfAbsent(from, f -> new ArrayList<>()).add(to);
    }

    /** Adds what can be reached and has not been seen, each rank after those that it leads to. */
    private static void visit(
            int start, Map<Integer, List<Integer>> edges, Set<Integer> seen, List<Integer> out) {
        if (!seen.add(start)) {
            return;
        }
        record Open(int rank, Iterator<Integer> next) {}
        Deque<Open> open = new ArrayDeque<>();
        open.push(new Open(start, edges.getOrDefault(start, List.of()).iterator()));
        while (!open.isEmpty()) {
            Open top = open.element();
            if (!top.next().hasNext()) {
                out.add(open.pop().rank());
                continue;
            }
            int next = top.next().next();
            if (seen.add(next)) {
                open.push(new Open(next, edges.getOrDefault(next, List.of()).iterator()));
            }
        }
    }

    private List<Integer> shortest(Set<Integer> members) {
        List<Integer> best = List.of();
        for (int start : members.stream().limit(STARTS).toList()) {
            List<Integer> cycle = from(start, members);
            if (!cycle.isEmpty() && (best.isEmpty() || cycle.size() < best.size())) {
                best = cycle;
            }
            if (best.size() == 2) {
                break; // two different ranks: as short as what is worth telling gets
            }
        }
        return best;
    }

    private List<Integer> from(int start, Set<Integer> members) {
        Map<Integer, Integer> cameFrom = new HashMap<>();
        Deque<Integer> queue = new ArrayDeque<>(List.of(start));
        while (!queue.isEmpty()) {
            int rank = queue.remove();
            StuckRank state = byRank.get(rank);
            if (state == null) {
                continue;
            }
            for (StuckRank.Helper helper : state.helpers()) {
                int next = helper.rank();
                if (next == start && rank != start) {
                    return path(start, rank, cameFrom);
                }
                if (next != rank
                        && next != start
                        && members.contains(next)
                        && cameFrom.putIfAbsent(next, rank) == null) {
                    queue.add(next);
                }
            }
        }
        return List.of();
    }

    private static List<Integer> path(int start, int end, Map<Integer, Integer> cameFrom) {
        List<Integer> path = new ArrayList<>();
        for (Integer at = end; at != null && at != start; at = cameFrom.get(at)) {
            path.addFirst(at);
        }
        path.addFirst(start);
        return path;
    }
}
