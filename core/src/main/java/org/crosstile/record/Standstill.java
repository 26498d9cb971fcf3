package org.crosstile.record;

import java.util.List;
import java.util.Map;
import org.crosstile.memory.Domain;

/**
 * All ranks at one moment. After a proof of no progress, every rank is finished or blocked in a
 * wait whose condition is false, and the host has nothing left to launch: no condition can become
 * true.
 *
 * @param ranks by device number
 * @param windows the domain of each window allocation, by name
 * @param calls the latest collective calls, by group
 */
public record Standstill(
        List<RankState> ranks, Map<String, Domain> windows, List<GroupCalls> calls) {
    public Standstill {
        calls = List.copyOf(calls);
        ranks = List.copyOf(ranks);
        windows = Map.copyOf(windows);
    }

    /** Ranks that have made no collective calls. */
    public Standstill(List<RankState> ranks, Map<String, Domain> windows) {
        this(ranks, windows, List.of());
    }
}
