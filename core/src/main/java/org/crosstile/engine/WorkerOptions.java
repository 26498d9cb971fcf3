package org.crosstile.engine;

import java.time.Duration;
import java.util.Optional;
import org.crosstile.ranks.Launch;

/**
 * How a {@link Worker} runs.
 *
 * @param ranks number of devices
 * @param windows what a dispatch finds in the windows
 * @param limit how long each dispatch may take; absent: as long as it makes progress
 */
public record WorkerOptions(int ranks, Windows windows, Optional<Duration> limit) {
    /** What becomes of windows between two dispatches of a program. */
    public enum Windows {
        /** Every dispatch has windows of its own, zero-filled. */
        FRESH,
        /** All dispatches have the same windows, zeroed before each. */
        ZEROED,
        /** All dispatches have the same windows, and find what the one before has left. */
        KEPT
    }

    public WorkerOptions {
        Launch.requireRanks(ranks);
    }

    /** Fresh windows, no limit. */
    public static WorkerOptions of(int ranks) {
        return new WorkerOptions(ranks, Windows.FRESH, Optional.empty());
    }

    /** The same with persistent windows that are zeroed before each dispatch. */
    public WorkerOptions persistent() {
        return new WorkerOptions(ranks, Windows.ZEROED, limit);
    }

    /** The same with persistent windows that are not zeroed. */
    public WorkerOptions persistentWithoutReset() {
        return new WorkerOptions(ranks, Windows.KEPT, limit);
    }

    /** The same with a time limit for each dispatch. */
    public WorkerOptions limited(Duration most) {
        return new WorkerOptions(ranks, windows, Optional.of(most));
    }
}
