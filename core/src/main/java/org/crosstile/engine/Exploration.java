package org.crosstile.engine;

import java.util.List;
import java.util.Optional;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.source.Problem;
import org.crosstile.source.Verdict;

/**
 * What came of many schedules of one program.
 *
 * @param verdict the worst that any run came to
 * @param asked how many schedules were asked for
 * @param complete whether these were all interleavings that there are; absent if that was not asked
 *     for
 * @param outcomes all different ones, the most frequent first
 * @param problems every reason once: those of the program, then those of runs
 * @param failure a schedule that shows the verdict; absent if all is well
 */
public record Exploration(
        Verdict verdict,
        int asked,
        Optional<Boolean> complete,
        List<Outcome> outcomes,
        List<Problem> problems,
        Optional<Failure> failure) {
    public Exploration {
        outcomes = List.copyOf(outcomes);
        problems = List.copyOf(problems);
    }

    /**
     * Runs that ended alike.
     *
     * @param reasons rules that were broken, in alphabetical order
     * @param digest SHA-256 of all outputs; empty if the runs did not come to their end
     * @param count how many runs
     * @param first the first schedule that gave it
     */
    public record Outcome(
            Verdict verdict, List<String> reasons, String digest, int count, Schedule first) {
        public Outcome {
            reasons = List.copyOf(reasons);
        }
    }

    /**
     * A run that shows the verdict, made as small as was found possible.
     *
     * @param ranks how many ranks it takes
     * @param schedule how they move
     */
    public record Failure(int ranks, Schedule schedule) {}

    /** The same with other problems. */
    public Exploration with(List<Problem> others) {
        return new Exploration(verdict, asked, complete, outcomes, others, failure);
    }

    /** How many runs there were. */
    public int runs() {
        return outcomes.stream().mapToInt(Outcome::count).sum();
    }
}
