package org.crosstile.ranks;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.ranks.tasks.TaskSettings;
import org.crosstile.record.Recording;
import org.crosstile.record.Trace;

/**
 * What to run.
 *
 * @param entry number of the function that a run starts with
 * @param isHost whether {@code entry} is a host orchestrator; otherwise it runs on device 0
 * @param ranks number of devices, at least 1
 * @param args one value per parameter of {@code entry}: a {@code memory.View}, {@link UnsetOutput},
 *     Integer, Long or Float
 * @param limit how long each run may take; absent: as long as it can make progress
 * @param repeat how many runs
 * @param delays where ranks are slow, for tests
 * @param trace where a world that can observe everything does so; absent: nobody wants to know
 * @param rows where the ranks add up the rows that they send
 * @param recording the file that the ranks write their last events to; absent: their own memory
 * @param tasks how devices run tasks
 * @param filling what memory holds before it is written
 */
public record Launch(
        Code code,
        int entry,
        boolean isHost,
        int ranks,
        List<Object> args,
        Optional<Duration> limit,
        Repeat repeat,
        List<Delay> delays,
        Optional<Trace> trace,
        RowCounts rows,
        Optional<Recording> recording,
        TaskSettings tasks,
        Filling filling) {
    /** More devices than this are refused: each is a thread. */
    public static final int MAX_RANKS = 4096;

    public Launch {
        args = List.copyOf(args);
        delays = List.copyOf(delays);
        requireRanks(ranks);
    }

    /**
     * Checks a number of ranks.
     *
     * @throws IllegalArgumentException if there cannot be as many
     */
    public static void requireRanks(int ranks) {
        if (ranks < 1 || ranks > MAX_RANKS) {
            throw new IllegalArgumentException("ranks must be in 1.." + MAX_RANKS + ": " + ranks);
        }
    }

    /**
     * How long the next run may take in nanoseconds; Long.MAX_VALUE for as long as it can make
     * progress. What was spent on placing the windows counts for the first run.
     *
     * @param before the times of the runs so far
     */
    public long limitNanos(Outcome.Times before) {
        return Deadline.left(limit, before.runs() == 0 ? before.place() : 0);
    }

    /** A launch whose rows nobody asks for. */
    public Launch(
            Code code,
            int entry,
            boolean isHost,
            int ranks,
            List<Object> args,
            Optional<Duration> limit,
            Repeat repeat,
            List<Delay> delays,
            Optional<Trace> trace) {
        this(
                code,
                entry,
                isHost,
                ranks,
                args,
                limit,
                repeat,
                delays,
                trace,
                new RowCounts(),
                Optional.empty(),
                TaskSettings.of(Chip.ASCEND_910B),
                Filling.ZEROS);
    }

    /** One run. */
    public Launch(
            Code code,
            int entry,
            boolean isHost,
            int ranks,
            List<Object> args,
            Optional<Duration> limit) {
        this(code, entry, isHost, ranks, args, limit, Repeat.once(), List.of(), Optional.empty());
    }
}
