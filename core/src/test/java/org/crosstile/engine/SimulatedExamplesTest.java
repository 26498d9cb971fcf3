package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulated world computes what threads compute, however it moves. */
@Timeout(120)
class SimulatedExamplesTest {
    private static final int[] RANKS = {1, 2, 3, 4};

    static List<String> examples() throws IOException {
        Path folder = Path.of(System.getProperty("crosstile.root", ".."), "programs", "examples");
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.endsWith(".py") && !name.equals("moe_full_size.py"))
                    .map(name -> name.substring(0, name.length() - 3))
                    .sorted()
                    .toList();
        }
    }

    private static List<Schedule> schedules(int ranks) {
        List<Schedule> schedules = new ArrayList<>();
        for (MemoryModel memory : MemoryModel.values()) {
            for (Strategy strategy : Strategy.values()) {
                schedules.add(new Schedule(strategy, memory, 100L * ranks + schedules.size()));
            }
        }
        return schedules;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_example_gives_the_same_bits_as_in_threads(String example) {
        for (int ranks : RANKS) {
            Problems problems = new Problems();
            Optional<Executable> built =
                    Engine.standard()
                            .build(
                                    Programs.example(example),
                                    "",
                                    new LoadOptions(Map.of(), ranks),
                                    problems,
                                    new RunTimes());
            if (ranks == 1 && built.isEmpty()) {
                continue; // a ring needs two
            }
            assertThat(built).as("%s: %s", example, problems.sorted()).isPresent();
            RunResult threads = built.get().run(RunRequest.of(ranks));
            for (Schedule schedule : schedules(ranks)) {
                RunResult simulated = built.get().run(RunRequest.of(ranks).scheduled(schedule));
                assertThat(simulated.verdict())
                        .as(
                                "%s on %d ranks, %s: %s",
                                example, ranks, schedule, Programs.report(simulated))
                        .isEqualTo(threads.verdict());
                if (threads.isOk()) {
                    assertThat(digests(simulated))
                            .as("%s on %d ranks, %s", example, ranks, schedule)
                            .isEqualTo(digests(threads));
                }
            }
        }
    }

    private static List<String> digests(RunResult result) {
        return result.outputs().stream().map(Summary::sha256).toList();
    }
}
