package org.crosstile.ranks;

import java.time.Duration;
import java.util.Optional;

/**
 * A time limit.
 *
 * @param limit absent: as long as it takes
 * @param start when it begins to count, by System.nanoTime
 */
record Deadline(Optional<Duration> limit, long start) {
    /** More seconds than a count of nanoseconds can hold. */
    private static final long FOR_EVER = Long.MAX_VALUE / 1_000_000_000;

    /** A limit that counts from now on. */
    static Deadline of(Optional<Duration> limit) {
        return new Deadline(limit, System.nanoTime());
    }

    /** What is left of a limit in nanoseconds after some have been spent; at least 1. */
    static long left(Optional<Duration> limit, long spent) {
        long nanos = limit.map(Deadline::nanos).orElse(Long.MAX_VALUE);
        return nanos == Long.MAX_VALUE ? nanos : Math.max(1, nanos - spent);
    }

    /** Leaves the caller's code if the time has passed. */
    void check() {
        if (left(limit, System.nanoTime() - start) == 1) {
            throw Unwind.here();
        }
    }

    private static long nanos(Duration limit) {
        return limit.toSeconds() < FOR_EVER ? limit.toNanos() : Long.MAX_VALUE;
    }
}
