package org.crosstile.diagnose;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The shortest cycle in the wait-for graph: a rank waits for those whose notifies might help it.
 */
final class WaitCycle {
    private final Map<Integer, StuckRank> byRank = new HashMap<>();
    private final List<StuckRank> stuck;

    WaitCycle(List<StuckRank> stuck) {
        this.stuck = stuck;
        stuck.forEach(rank -> byRank.put(rank.rank(), rank));
    }

    /** The ranks of a cycle in order; empty if there is none. */
    List<Integer> find() {
        List<Integer> best = List.of();
        for (StuckRank start : stuck) {
            List<Integer> cycle = from(start.rank());
            if (!cycle.isEmpty() && (best.isEmpty() || cycle.size() < best.size())) {
                best = cycle;
            }
            if (best.size() == 2) {
                break; // two different ranks: as short as what is worth telling gets
            }
        }
        return best;
    }

    private List<Integer> from(int start) {
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
                if (next != rank && next != start && cameFrom.putIfAbsent(next, rank) == null) {
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
