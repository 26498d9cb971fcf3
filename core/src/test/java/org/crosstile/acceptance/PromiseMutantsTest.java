package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.RuleBook;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.model.Place;
import org.crosstile.model.Program;
import org.crosstile.operators.AllReduce;
import org.crosstile.operators.ReduceScatter;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A lowering that breaks a promise is found out, by a report or by a wrong payload: every wait of
 * every collective is needed, every credit is taken back, and the order of a reduction shows.
 */
@Timeout(300)
class PromiseMutantsTest {
    private static final int RANKS = 3;
    private static final int TRIES = 12;

    /**
     * A ring waits after each chunk, as its recipe says. In its first half the next round's wait
     * would do: what a rank stores is not what its right neighbour reads in the same round.
     */
    private static final int SECOND_WAIT = 1;

    private static final double[] VALUES = {1e8, 1, -1e8, 3e-8, 7};

    static Stream<RoundsText> programs() {
        return RoundsText.all(RANKS).stream().filter(text -> text.place() == Place.KERNEL);
    }

    @ParameterizedTest
    @MethodSource("programs")
    void every_broken_promise_is_found(RoundsText text) {
        double[][] x =
                text.staged((rank, i) -> VALUES[(rank * (1 + i % 3) + i / 3) % VALUES.length]);
        double[][] counts = text.counted();
        RunRequest request =
                CheckingCase.request(RANKS, Map.of())
                        .with("x", RoundsText.given(DType.FP32, x))
                        .with("counts", RoundsText.given(DType.INT32, counts));
        double[][] expected = text.expected(x, counts);
        String lowered = lowered(text.text());
        assertThat(isFound(lowered, request, expected)).as("%s as it is", text).isFalse();
        List<String> survivors = new ArrayList<>();
        Map<String, String> mutants = mutants(text, lowered);
        mutants.forEach((name, changed) -> {
            if (!isFound(changed, request, expected)) {
                survivors.add(name);
            }
        });
        System.out.printf("%s: %d mutants found%n", text, mutants.size() - survivors.size());
        assertThat(survivors).as(text.toString()).isEmpty();
    }

    private static Map<String, String> mutants(RoundsText text, String lowered) {
        Map<String, String> all = new LinkedHashMap<>();
        List<String> lines = lowered.lines().toList();
        int waits = 0;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.startsWith("pld.system.wait(")) {
                if (!text.isRing() || waits != SECOND_WAIT) {
                    all.put("without " + line + " (line " + (i + 1) + ")", without(lines, i));
                }
                waits++;
            } else if (line.startsWith("pld.system.notify(") && line.contains("const(-")) {
                all.put("credits kept by " + line, without(lines, i));
            }
        }
        if (text.op() == ReduceScatter.OP || !text.isRing() && text.op() == AllReduce.OP) {
            all.put(
                    "the ranks in descending order",
                    lowered.replaceAll(
                            "remote_load\\((\\w+), (peer\\w*),", "remote_load($1, n - $2,"));
            all.put(
                    "its own row first",
                    lowered.replaceAll(
                                    "remote_load\\((\\w+), pl.const\\(0, pl.INT32\\),",
                                    "remote_load($1, my,")
                            .replaceAll(
                                    "remote_load\\((\\w+), (peer\\w*),",
                                    "remote_load($1, (my + $2) % n,"));
        }
        all.values().forEach(changed -> assertThat(changed).isNotEqualTo(lowered));
        return all;
    }

    /** A line that does nothing stands for the one that is left out. */
    private static String without(List<String> lines, int index) {
        List<String> out = new ArrayList<>(lines);
        String line = lines.get(index);
        out.set(
                index,
                line.substring(0, line.length() - line.stripLeading().length()) + "pass_ = 0");
        return String.join("\n", out) + "\n";
    }

    private static String lowered(String text) {
        Problems problems = new Problems();
        Engine engine = Engine.standard();
        Program program =
                engine.load(new SourceText("rounds.py", text), LoadOptions.of(RANKS), problems)
                        .select("")
                        .orElseThrow();
        String lowered = Printer.print(engine.pipeline().run(program, problems));
        assertThat(problems.hasErrors()).isFalse();
        return lowered;
    }

    private static boolean isFound(String text, RunRequest request, double[][] expected) {
        Problems problems = new Problems();
        for (String rule : List.of("unfenced-notify", "wait-never-true")) {
            problems.allow(RuleBook.standard().find(rule).orElseThrow());
        }
        Optional<Executable> built =
                Engine.standard()
                        .build(
                                new SourceText("mutant.py", text),
                                "",
                                LoadOptions.of(RANKS),
                                problems,
                                new RunTimes());
        if (built.isEmpty()) {
            return true;
        }
        for (int seed = 0; seed < TRIES; seed++) {
            Strategy strategy = Strategy.values()[seed % Strategy.values().length];
            MemoryModel memory = MemoryModel.values()[seed % MemoryModel.values().length];
            RunResult result =
                    built.orElseThrow()
                            .run(request.scheduled(new Schedule(strategy, memory, seed)));
            if (!result.isOk() || !RoundsText.isSame(result.output("y"), expected)) {
                return true;
            }
        }
        return false;
    }
}
