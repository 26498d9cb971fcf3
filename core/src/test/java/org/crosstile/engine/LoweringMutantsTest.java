package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.crosstile.model.Program;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Collectives whose lowering is wrong in one place are found out by some verdict: the lowered text
 * is changed, and run as a user would run it.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LoweringMutantsTest {
    private static final int RANKS = 3;
    private static final int SEEDS = 8;

    /** Rounds of one collective over the same windows. */
    private static String rounds(String collective) {
        return """
        import pypto.language as pl
        import pypto.language.distributed as pld

        NR = pl.dynamic("NR")


        @pl.jit.incore
        def rounds(
            x: pl.Tensor[[4, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
        ):
            for k in pl.range(3):
                data = pl.store(pl.load(x, [0, 0], [4, 64]), [0, 0], data)
                %s
                y = pl.store(pl.load(data, [0, 0], [4, 64]), [0, 0], y)
                pld.tensor.barrier(signal)
            return y


        @pl.jit
        def chip(
            x: pl.Tensor[[4, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
        ):
            return rounds(x, y, data, signal)


        @pl.jit.host
        def host(
            x: pl.Tensor[[NR, 4, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[NR, 4, 64], pl.FP32]],
        ):
            data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
            signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
                signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
                chip(x[r], y[r], data, signal, device=r)
        """
                .formatted(collective);
    }

    private static final Map<String, String> COLLECTIVES =
            Map.of(
                    "allreduce",
                    "data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)",
                    "broadcast",
                    "data = pld.tensor.broadcast(data, signal, root=1)");

    /** Changes the lines that have a text, from the first to at most some number of them. */
    private static UnaryOperator<String> lines(
            String having, int most, UnaryOperator<String> change) {
        return text -> {
            List<String> out = new ArrayList<>();
            int left = most;
            for (String line : text.split("\n")) {
                boolean mine = line.contains(having) && left > 0;
                left -= mine ? 1 : 0;
                String changed = mine ? change.apply(line) : line;
                if (!changed.isEmpty()) {
                    out.add(changed);
                }
            }
            return String.join("\n", out) + "\n";
        };
    }

    private static UnaryOperator<String> replacing(String text, String by) {
        return line -> line.replace(text, by);
    }

    /** The same indentation, and nothing to do. */
    private static String nothing(String line) {
        return line.substring(0, line.length() - line.stripLeading().length()) + "pass_ = 0";
    }

    private static Map<String, UnaryOperator<String>> mutants(String collective) {
        Map<String, UnaryOperator<String>> all = new LinkedHashMap<>();
        all.put("no epilogue", lines("pl.const(-", 1, LoweringMutantsTest::nothing));
        all.put(
                "waits for an equal value",
                lines("WaitCmp.Ge", 99, replacing("WaitCmp.Ge", "WaitCmp.Eq")));
        all.put("no wait", lines("pld.system.wait(", 1, LoweringMutantsTest::nothing));
        all.put("no notify", lines("pld.system.notify(", 1, LoweringMutantsTest::nothing));
        all.put("no fence", lines("pl.system.fence()", 99, line -> ""));
        all.put("wrong cell", lines("pld.system.notify(", 1, replacing("[my", "[0 * my")));
        if (collective.equals("allreduce")) {
            all.put(
                    "wrong generation",
                    lines("generation, cmp", 1, replacing("generation", "pl.const(1, pl.INT32)")));
            all.put("takes too much back", lines("pl.const(-2", 1, replacing("(-2", "(-3")));
            all.put(
                    "no wait before the result is stored",
                    lines("generation, cmp", 1, LoweringMutantsTest::nothing));
        }
        return all;
    }

    private static String lowered(String text) {
        Problems problems = new Problems();
        Engine engine = Engine.standard();
        Program program =
                engine.load(
                                new SourceText("rounds.py", text),
                                new LoadOptions(Map.of(), RANKS),
                                problems)
                        .select("")
                        .orElseThrow();
        String lowered = Printer.print(engine.pipeline().run(program, problems));
        assertThat(problems.hasErrors())
                .as(ProblemText.plain().render(problems.sorted()))
                .isFalse();
        return lowered;
    }

    /** What some schedules in every memory model make of a text. */
    private static Set<String> verdicts(String text) {
        Problems problems = new Problems();
        problems.allow(RuleBook.standard().find("unfenced-notify").orElseThrow());
        problems.allow(RuleBook.standard().find("wait-never-true").orElseThrow());
        Executable program =
                Engine.standard()
                        .build(
                                new SourceText("mutant.py", text),
                                "",
                                new LoadOptions(Map.of(), RANKS),
                                problems,
                                new RunTimes())
                        .orElseThrow(() ->
                                new AssertionError(ProblemText.plain().render(problems.sorted())));
        Set<String> verdicts = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            MemoryModel memory = MemoryModel.values()[seed % MemoryModel.values().length];
            Strategy strategy = Strategy.values()[seed % Strategy.values().length];
            RunResult result =
                    program.run(
                            RunRequest.of(RANKS).scheduled(new Schedule(strategy, memory, seed)));
            verdicts.add(result.verdict().word());
        }
        return verdicts;
    }

    @Test
    void every_mutant_of_a_lowering_is_found() {
        StringBuilder table = new StringBuilder("collective | mutant | verdicts\n");
        List<String> survivors = new ArrayList<>();
        COLLECTIVES.forEach((name, call) -> {
            String text = lowered(rounds(call));
            assertThat(verdicts(text)).as(name).containsExactly("OK");
            mutants(name)
                    .forEach((mutant, change) -> {
                        String changed = change.apply(text);
                        assertThat(changed.strip()).as(mutant).isNotEqualTo(text.strip());
                        Set<String> verdicts = verdicts(changed);
                        table.append(name)
                                .append(" | ")
                                .append(mutant)
                                .append(" | ")
                                .append(String.join(", ", verdicts))
                                .append('\n');
                        if (verdicts.equals(Set.of("OK"))) {
                            survivors.add(name + ": " + mutant);
                        }
                    });
        });
        System.out.println(table);
        assertThat(survivors).isEmpty();
    }
}
