package org.crosstile.record;

import java.util.Map;

/**
 * A launch of a chip function on a device.
 *
 * @param function name of the function
 * @param scalars integer arguments by parameter index
 * @param windows names of the window allocations that are passed, by parameter index
 * @param site the call site in the host orchestrator; -1 if no call launched it
 */
public record TaskRecord(
        String function, Map<Integer, Long> scalars, Map<Integer, String> windows, int site) {
    public TaskRecord {
        windows = Map.copyOf(windows);
        scalars = Map.copyOf(scalars);
    }

    /** A launch without windows. */
    public TaskRecord(String function, Map<Integer, Long> scalars, int site) {
        this(function, scalars, Map.of(), site);
    }
}
