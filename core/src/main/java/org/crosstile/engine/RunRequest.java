package org.crosstile.engine;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.memory.Fill;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.tasks.TaskSettings;

/**
 * How to run a program.
 *
 * @param ranks number of devices, 1 to {@value Launch#MAX_RANKS}
 * @param set arguments of a factory, symbolic dims and scalar parameters of the entry function by
 *     name, as written on a command line
 * @param inputs tensors of the entry function by name; others are generated ({@link
 *     Input.Fill#small}), and outputs are zero
 * @param seed for generated inputs: the same seed gives the same values
 * @param limit how long each run may take; absent: as long as it makes progress
 * @param repeat how many runs over the same windows, at least 1; a run that is not OK is the last.
 *     Tensors start every run with the same contents
 * @param keepWindows whether a run finds the windows as the one before has left them, and not
 *     zeroed
 * @param strict whether what is otherwise warned about, because the run can go on, is an error
 * @param schedule how the simulated world moves; absent: ranks run as threads
 * @param delays where ranks are slow, for tests
 * @param record a file for the last events of every rank
 * @param tasks how devices run tasks, and who is told about them; absent: as the {@link Chip} does
 *     that the program was built for
 * @param fill what windows, outputs, intermediate tensors and tiles hold before they are written;
 *     signal cells are zero
 */
public record RunRequest(
        int ranks,
        Map<String, String> set,
        Map<String, Input> inputs,
        long seed,
        Optional<Duration> limit,
        int repeat,
        boolean keepWindows,
        boolean strict,
        Optional<Schedule> schedule,
        List<SlowLine> delays,
        Optional<Path> record,
        Optional<TaskSettings> tasks,
        Fill fill) {
    /**
     * A rank waits whenever it comes to a line of the program from elsewhere.
     *
     * @param rank number of the device
     * @param line of the program, from 1
     * @param millis milliseconds; in the simulated world a thousand steps of others each
     */
    public record SlowLine(int rank, int line, long millis) {}

    public RunRequest {
        Launch.requireRanks(ranks);
        if (repeat < 1) {
            throw new IllegalArgumentException("at least one run, and not " + repeat);
        }
        set = Map.copyOf(set);
        inputs = Map.copyOf(inputs);
        delays = List.copyOf(delays);
    }

    /** One run. */
    public RunRequest(
            int ranks,
            Map<String, String> set,
            Map<String, Input> inputs,
            long seed,
            Optional<Duration> limit) {
        this(
                ranks,
                set,
                inputs,
                seed,
                limit,
                1,
                false,
                false,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Fill.zero);
    }

    /** A run with generated inputs and no limit. */
    public static RunRequest of(int ranks) {
        return new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.empty());
    }

    /** The same run with one more input. */
    public RunRequest with(String name, Input input) {
        Map<String, Input> more = new java.util.HashMap<>(inputs);
        more.put(name, input);
        return new RunRequest(
                ranks,
                set,
                more,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                schedule,
                delays,
                record,
                tasks,
                fill);
    }

    /** The same run several times. */
    public RunRequest repeated(int times, boolean keepsWindows) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                times,
                keepsWindows,
                strict,
                schedule,
                delays,
                record,
                tasks,
                fill);
    }

    /** The same run, in which warnings about what it does are errors. */
    public RunRequest strictly() {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                true,
                schedule,
                delays,
                record,
                tasks,
                fill);
    }

    /** The same run in the simulated world. */
    public RunRequest scheduled(Schedule how) {
        return in(Optional.of(how));
    }

    /** The same run in the simulated world, or in threads. */
    public RunRequest in(Optional<Schedule> how) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                how,
                delays,
                record,
                tasks,
                fill);
    }

    /** The same run on other ranks. */
    public RunRequest on(int otherRanks) {
        return new RunRequest(
                otherRanks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                schedule,
                delays,
                record,
                tasks,
                fill);
    }

    /** The same run with a time limit. */
    public RunRequest limited(Duration most) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                Optional.of(most),
                repeat,
                keepWindows,
                strict,
                schedule,
                delays,
                record,
                tasks,
                fill);
    }

    /** The same run with slow ranks. */
    public RunRequest slowed(List<SlowLine> where) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                schedule,
                where,
                record,
                tasks,
                fill);
    }

    /** The same run, whose last events are in a file afterwards, if one is named. */
    public RunRequest recorded(Optional<Path> file) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                schedule,
                delays,
                file,
                tasks,
                fill);
    }

    /** The same run, whose last events are in a file afterwards. */
    public RunRequest recorded(Path file) {
        return recorded(Optional.of(file));
    }

    /** The same run with other cores. */
    public RunRequest on(TaskSettings cores) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                schedule,
                delays,
                record,
                Optional.of(cores),
                fill);
    }

    /** The same run over memory that holds something else before it is written. */
    public RunRequest filled(Fill contents) {
        return new RunRequest(
                ranks,
                set,
                inputs,
                seed,
                limit,
                repeat,
                keepWindows,
                strict,
                schedule,
                delays,
                record,
                tasks,
                contents);
    }
}
