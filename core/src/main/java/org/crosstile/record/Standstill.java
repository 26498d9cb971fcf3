package org.crosstile.record;

import java.util.List;

/**
 * All ranks at one moment. After a proof of no progress, every rank is finished or blocked in a wait
 * whose condition is false, and the host has nothing left to launch: no condition can become true.
 *
 * @param ranks by device number
 */
public record Standstill(List<RankState> ranks) {
    public Standstill {
        ranks = List.copyOf(ranks);
    }
}
