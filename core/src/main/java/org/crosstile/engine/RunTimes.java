package org.crosstile.engine;

import java.util.LinkedHashMap;
import java.util.Map;

/** Wall times of the phases in nanoseconds, in the order in which they ran. */
public final class RunTimes {
    private final Map<String, Long> nanos = new LinkedHashMap<>();

    /** Adds the phases of a later part. */
    public void addAll(RunTimes others) {
        others.nanos.forEach(this::add);
    }

    /** Adds time to a phase. */
    void add(String phase, long time) {
        nanos.merge(phase, time, Long::sum);
    }

    /**
     * All phases: {@code load}, {@code check}, {@code lower}, {@code compile}, {@code inputs},
     * {@code place}, {@code run}, {@code analyse}.
     */
    public Map<String, Long> nanos() {
        return java.util.Collections.unmodifiableMap(nanos);
    }

    /** The sum of all phases. */
    public long total() {
        long sum = 0;
        for (long time : nanos.values()) {
            sum += time;
        }
        return sum;
    }
}
