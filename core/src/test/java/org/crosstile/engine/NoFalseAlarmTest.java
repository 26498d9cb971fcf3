package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Good programs are silent in every memory model, whatever the schedule. The examples have every
 * collective on every rail. All of the 200 seeds that a release is held to: {@code
 * -Dalarm.seeds=200}.
 */
@Timeout(3600)
class NoFalseAlarmTest {
    private static final int SEEDS = Integer.getInteger("alarm.seeds", 2);
    private static final int[] RANKS = {2, 3, 4};

    @Test
    void good_programs_are_silent() throws IOException {
        List<String> alarms = new ArrayList<>();
        int runs = 0;
        List<String> examples = SimulatedExamplesTest.examples();
        for (String example : examples) {
            if (example.equals("deadlock_on_purpose")) {
                continue;
            }
            for (int ranks : RANKS) {
                Executable program =
                        Engine.standard()
                                .build(
                                        Programs.example(example),
                                        "",
                                        new LoadOptions(Map.of(), ranks),
                                        new Problems(),
                                        new RunTimes())
                                .orElseThrow();
                for (Schedule schedule : schedules()) {
                    RunResult result = program.run(RunRequest.of(ranks).scheduled(schedule));
                    runs++;
                    if (!result.problems().isEmpty()) {
                        alarms.add(
                                example
                                        + " on "
                                        + ranks
                                        + " ranks, "
                                        + schedule
                                        + ": "
                                        + Programs.report(result));
                    }
                }
            }
        }
        System.out.printf(
                "%d runs of %d good programs in every memory model: %d false alarms%n",
                runs, examples.size() - 1, alarms.size());
        assertThat(alarms).isEmpty();
    }

    private static List<Schedule> schedules() {
        List<Schedule> all = new ArrayList<>();
        for (MemoryModel memory : MemoryModel.values()) {
            for (int seed = 0; seed < SEEDS; seed++) {
                Strategy strategy = Strategy.values()[seed % Strategy.values().length];
                all.add(new Schedule(strategy, memory, seed));
            }
        }
        return all;
    }
}
