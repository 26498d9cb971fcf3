package org.crosstile.record;

import java.util.Map;

/**
 * A launch of a chip function on a device.
 *
 * @param function name of the function
 * @param scalars integer arguments by parameter index
 * @param site the call site in the host orchestrator; -1 if no call launched it
 */
public record TaskRecord(String function, Map<Integer, Long> scalars, int site) {
    public TaskRecord {
        scalars = Map.copyOf(scalars);
    }
}
