package org.crosstile.ranks;

import java.util.HashMap;
import java.util.Map;
import org.crosstile.memory.View;
import org.crosstile.record.TaskRecord;

/**
 * A launch of a function on a device.
 *
 * @param cores how many cores of the device run it at once
 */
public record Task(int function, int cores, Object[] args, int site) {
    /** A launch on one core. */
    public Task(int function, Object[] args, int site) {
        this(function, 1, args, site);
    }

    /** This launch as reports speak of it. */
    public TaskRecord record(Code code) {
        return new TaskRecord(code.name(function), scalars(args), windows(args), site);
    }

    /** The names of the window allocations among arguments, by position. */
    public static Map<Integer, String> windows(Object[] args) {
        Map<Integer, String> windows = new HashMap<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof View view && view.window().isPresent()) {
                windows.put(i, view.window().get().name());
            }
        }
        return windows;
    }

    /** The integers among arguments, by position. */
    public static Map<Integer, Long> scalars(Object[] args) {
        Map<Integer, Long> scalars = new HashMap<>();
        for (int i = 0; i < args.length; i++) {
            if (args[i] instanceof Integer || args[i] instanceof Long) {
                scalars.put(i, ((Number) args[i]).longValue());
            }
        }
        return scalars;
    }
}
