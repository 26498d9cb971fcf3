package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Rounds of each collective over one window and one signal, with nothing between a round and the
 * next: the payloads are right and nothing is reported, whichever rank is slow, and wherever. All
 * of the 200 schedules that a release is held to: {@code -Dreuse.seeds=200}.
 */
@Timeout(7200)
class ReusedWindowsTest {
    private static final int SEEDS = Integer.getInteger("reuse.seeds", 1);
    private static final int RANKS = 3;

    static Stream<RoundsText> programs() {
        return RoundsText.all(RANKS).stream();
    }

    @ParameterizedTest
    @MethodSource("programs")
    void windows_are_free_when_a_rank_leaves(RoundsText text) {
        Problems problems = new Problems();
        Executable program =
                Engine.standard()
                        .build(
                                new SourceText("rounds.py", text.text()),
                                "",
                                LoadOptions.of(RANKS),
                                problems,
                                new RunTimes())
                        .orElseThrow(() -> new AssertionError(problems.sorted().toString()));
        double[][] x = text.staged((rank, i) -> 1000 * (rank + 1) + i % 997);
        double[][] counts = text.counted();
        RunRequest request =
                CheckingCase.request(RANKS, Map.of())
                        .with("x", RoundsText.given(DType.FP32, x))
                        .with("counts", RoundsText.given(DType.INT32, counts));
        double[][] expected = text.expected(x, counts);
        int runs = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (int slow = 0; slow < RANKS; slow++) {
                for (int line : lines(text)) {
                    Strategy strategy = Strategy.values()[(seed + slow) % Strategy.values().length];
                    Schedule schedule = new Schedule(strategy, model(seed + line), seed);
                    var delay = List.of(new RunRequest.SlowLine(slow, line, 1));
                    check(
                            program.run(request.scheduled(schedule).slowed(delay)),
                            expected,
                            "%s, rank %d slow at line %d, %s"
                                    .formatted(text, slow, line, schedule));
                    runs++;
                }
            }
        }
        System.out.printf(
                "%s: %d runs of %d rounds: no report, payloads right%n",
                text, runs, RoundsText.ROUNDS);
    }

    private static MemoryModel model(int number) {
        return MemoryModel.values()[number % MemoryModel.values().length];
    }

    /** Where a round is staged, where the collective is called, and where its result is taken. */
    private static List<Integer> lines(RoundsText text) {
        List<Integer> lines = new ArrayList<>();
        List<String> all = text.text().lines().toList();
        for (String mark : List.of("# stage", "# call", "# take")) {
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).endsWith(mark)) {
                    lines.add(i + 1);
                    break;
                }
            }
        }
        assertThat(lines).hasSize(3);
        return lines;
    }

    private static void check(RunResult result, double[][] expected, String what) {
        assertThat(result.problems().stream().filter(p -> !p.rule().id().equals("rows-clamped")))
                .as(what)
                .extracting(Problem::headline)
                .isEmpty();
        assertThat(RoundsText.isSame(result.output("y"), expected)).as(what).isTrue();
    }
}
