package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.kernels.CompiledProgram;
import org.crosstile.kernels.KernelCompiler;
import org.crosstile.memory.View;
import org.crosstile.model.Program;
import org.crosstile.ranks.CompiledCode;
import org.crosstile.ranks.Launch;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Host collectives when cores take turns: one rank far ahead of the others, one far behind, and at
 * random.
 */
class HostSchedulesTest {
    private static final int COLUMNS = 600;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1  | NR             | 1  | target = pld.tensor.allreduce(target, signal)",
                "1  | NR             | 3  | target = pld.tensor.allreduce(target, signal, core_num=2)",
                "1  | NR             | 2  | target = pld.tensor.allreduce(target, signal, core_num=2, op=pld.ReduceOp.Max)",
                "1  | (2 * NR - 1)   | NR | target = pld.tensor.allreduce(target, signal, mode='ring')",
                "1  | NR             | 1  | pld.tensor.barrier(signal)",
                "1  | NR             | 1  | target = pld.tensor.broadcast(target, signal, root=1)",
                "NR | NR             | 1  | target = pld.tensor.reduce_scatter(target, signal)",
                "NR | NR             | 1  | target = pld.tensor.all_to_all(input, target, signal)",
                "1  | NR             | 1  | target = pld.tensor.allgather(input, target, signal)"
            })
    void every_schedule_gives_the_same(String rows, String cells, String columns, String call)
            throws Throwable {
        List<HostText.Data> windows = new ArrayList<>();
        if (call.contains("input")) {
            windows.add(new HostText.Data("input", rows, "FP32"));
        }
        windows.add(new HostText.Data("target", call.contains("input") ? "NR" : rows, "FP32"));
        CompiledProgram program = compiled(HostText.of(windows, cells, columns, call));
        for (int ranks : new int[] {2, 3, 4}) {
            float[] expected = run(program, windows, ranks, cells, columns, n -> 0);
            assertThat(run(program, windows, ranks, cells, columns, n -> n - 1))
                    .isEqualTo(expected);
            for (int waits = 0; waits < slowSteps(ranks); waits++) {
                for (int device = 0; device < ranks; device++) {
                    assertThat(
                                    run(
                                            program,
                                            windows,
                                            ranks,
                                            cells,
                                            columns,
                                            new Turntable.Slow(device, waits)))
                            .as(
                                    "%s on %d ranks, rank %d slow after %d waits",
                                    call, ranks, device, waits)
                            .isEqualTo(expected);
                }
            }
            for (int seed = 0; seed < 5; seed++) {
                assertThat(run(program, windows, ranks, cells, columns, new Random(seed)::nextInt))
                        .as("%s on %d ranks, seed %d", call, ranks, seed)
                        .isEqualTo(expected);
            }
        }
    }

    /** Enough waits for all barriers of two rounds on three ranks; the others are sampled. */
    private static int slowSteps(int ranks) {
        return ranks == 3 ? 16 : 1;
    }

    @Test
    void counted_rows_arrive_whoever_is_slow() throws Throwable {
        CheckingCase program = CheckingCase.named("pub6_host");
        CompiledProgram compiled = compiled(program.text());
        int entry = compiled.function("host").orElseThrow().index();
        List<Float> expected = List.of();
        for (int waits = 0; waits < 8; waits++) {
            for (int device = 0; device < 4; device++) {
                View y = View.zeros(DType.FP32, 4, 16, 8);
                View got = View.zeros(DType.INT32, 4, 4, 1);
                Launch launch =
                        new Launch(
                                new CompiledCode(compiled),
                                entry,
                                true,
                                4,
                                List.of(y, got),
                                Optional.empty());
                assertThat(Turntable.run(launch, new Turntable.Slow(device, waits))).isTrue();
                List<Float> values = new ArrayList<>();
                for (int i = 0; i < y.elements(); i++) {
                    values.add(y.segment().getAtIndex(ValueLayout.JAVA_FLOAT, i));
                }
                if (expected.isEmpty()) {
                    expected = values;
                    assertThat(values.stream().mapToDouble(v -> v).sum()).isEqualTo(3514460);
                }
                assertThat(values)
                        .as("rank %d slow after %d waits", device, waits)
                        .isEqualTo(expected);
            }
        }
    }

    private static CompiledProgram compiled(String text) {
        Engine engine = Engine.standard();
        Problems problems = new Problems();
        Program program =
                engine.load(new SourceText("host.py", text), LoadOptions.of(2), problems)
                        .select("")
                        .orElseThrow();
        Program lowered = engine.pipeline().run(program, problems);
        assertThat(problems.sorted()).isEmpty();
        return KernelCompiler.compile(lowered);
    }

    /** All elements of the target and of the signal on all ranks, after both rounds. */
    private static float[] run(
            CompiledProgram program,
            List<HostText.Data> windows,
            int ranks,
            String cells,
            String columns,
            Turntable.Choice choice)
            throws Throwable {
        List<Object> args = new ArrayList<>();
        View last = View.zeros(DType.FP32, 1);
        for (HostText.Data w : windows) {
            long rows = w.rows().equals("NR") ? ranks : 1;
            View x = View.zeros(DType.FP32, HostText.ROUNDS, ranks, rows, COLUMNS);
            for (int i = 0; i < x.elements(); i++) {
                x.segment().set(ValueLayout.JAVA_FLOAT, x.offset() + 4L * i, (i * 37 % 101) / 8f);
            }
            last = View.zeros(DType.FP32, HostText.ROUNDS, ranks, rows, COLUMNS);
            args.addAll(List.of(x, last));
        }
        long rows = cells.equals("NR") ? ranks : 2L * ranks - 1;
        View signal =
                View.zeros(
                        DType.INT32,
                        HostText.ROUNDS,
                        ranks,
                        rows,
                        columns.equals("NR") ? ranks : Integer.parseInt(columns));
        args.add(signal);
        int entry = program.function("host").orElseThrow().index();
        Launch launch =
                new Launch(new CompiledCode(program), entry, true, ranks, args, Optional.empty());
        assertThat(Turntable.run(launch, choice)).as("all ranks end").isTrue();
        for (int i = 0; i < signal.elements(); i++) {
            assertThat(signal.segment().get(ValueLayout.JAVA_INT, signal.offset() + 4L * i))
                    .isZero();
        }
        float[] values = new float[(int) last.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = last.segment().get(ValueLayout.JAVA_FLOAT, last.offset() + 4L * i);
        }
        assertThat(values).isNotEqualTo(new float[values.length]);
        return values;
    }
}
