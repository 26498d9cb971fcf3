package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.memory.View;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every length of PUB-7, none too, between guards that nobody may touch. Each program is compiled
 * once for an element type and an operation.
 */
@Timeout(60)
class SizesTest {
    private static final int[] RANKS = {1, 2, 3, 5};
    private static final int[] LENGTHS = {0, 1, 2, 15, 16, 17, 255, 256, 257, 4096, 4097, 65537};

    /** Elements of a guard: 64 bytes or more. */
    private static final int GUARD = 32;

    private static final byte GUARD_BYTE = (byte) 0xA5;

    private static Executable build(String name, DType dtype, ReduceOp op) {
        String text =
                CheckingCase.named(name)
                        .text()
                        .replace("pl.FP32", "pl." + dtype)
                        .replace("ReduceOp.Sum", "ReduceOp." + op);
        Problems problems = new Problems();
        Optional<Executable> built =
                Engine.standard()
                        .build(
                                new SourceText(name + ".py", text),
                                "",
                                LoadOptions.of(2),
                                problems,
                                new RunTimes());
        assertThat(problems.sorted()).extracting(Problem::headline).isEmpty();
        return built.orElseThrow();
    }

    private static double value(ReduceOp op, int rank, int i) {
        return op == ReduceOp.Prod ? (i + rank) % 2 + 1 : (i * 7L + rank * 5) % 9 - 3;
    }

    /** All ranks' values of an element, in the order of the ranks. */
    private static double reduced(ReduceOp op, int ranks, int i) {
        double all = value(op, 0, i);
        for (int rank = 1; rank < ranks; rank++) {
            double one = value(op, rank, i);
            all =
                    switch (op) {
                        case Sum -> all + one;
                        case Max -> Math.max(all, one);
                        case Min -> Math.min(all, one);
                        case Prod -> all * one;
                    };
        }
        return all;
    }

    /** A row for each rank: a guard, its values, a guard. */
    private static View guarded(DType dtype, ReduceOp op, int ranks, int length) {
        View view = View.zeros(dtype, ranks, length + 2L * GUARD);
        view.segment().fill(GUARD_BYTE);
        for (int rank = 0; rank < ranks; rank++) {
            int begin = rank * (length + 2 * GUARD) + GUARD;
            for (int i = 0; i < length; i++) {
                Inputs.set(view, begin + i, value(op, rank, i));
            }
        }
        return view;
    }

    private static void assertGuards(HostTensor y, int ranks, int length, String what) {
        MemorySegment bytes = y.values().segment();
        int size = y.dtype().bytes();
        byte[] guard = new byte[GUARD * size];
        java.util.Arrays.fill(guard, GUARD_BYTE);
        MemorySegment expected = MemorySegment.ofArray(guard);
        for (int rank = 0; rank < ranks; rank++) {
            long begin = y.values().offset() + (long) rank * (length + 2 * GUARD) * size;
            for (long at : new long[] {begin, begin + (long) (length + GUARD) * size}) {
                assertThat(bytes.asSlice(at, guard.length).mismatch(expected))
                        .as("%s: guard of rank %d", what, rank)
                        .isEqualTo(-1);
            }
        }
    }

    private static HostTensor run(
            Executable program, int ranks, int length, Map<String, View> inputs, String what) {
        var request = CheckingCase.request(ranks, Map.of("N", Integer.toString(length)));
        for (Map.Entry<String, View> input : inputs.entrySet()) {
            request = request.with(input.getKey(), new Input.Given(input.getValue()));
        }
        RunResult result = program.run(request);
        assertThat(result.problems()).as(what).extracting(Problem::headline).isEmpty();
        return result.output("y");
    }

    private static void assertValue(HostTensor y, long at, double expected, String what) {
        if (y.get(at) != expected) {
            assertThat(y.get(at)).as("%s: element %d", what, at).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void allreduce(ReduceOp op) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            Executable program = build("pub7_allreduce", dtype, op);
            for (int ranks : RANKS) {
                for (int length : LENGTHS) {
                    String what =
                            "%s %s, %d ranks, %d elements".formatted(dtype, op, ranks, length);
                    Map<String, View> x = Map.of("x", guarded(dtype, op, ranks, length));
                    HostTensor y = run(program, ranks, length, x, what);
                    for (int i = 0; i < length; i++) {
                        double all = reduced(op, ranks, i);
                        for (long rank = 0; rank < ranks; rank++) {
                            assertValue(y, rank * (length + 2 * GUARD) + GUARD + i, all, what);
                        }
                    }
                    assertGuards(y, ranks, length, what);
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void reduce_scatter(ReduceOp op) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            Executable program = build("pub7_reduce_scatter", dtype, op);
            for (int ranks : RANKS) {
                for (int length : LENGTHS) {
                    String what = "%s %s, %d ranks, rows of %d".formatted(dtype, op, ranks, length);
                    int all = ranks * length;
                    Map<String, View> x = Map.of("x", guarded(dtype, op, ranks, all));
                    HostTensor y = run(program, ranks, length, x, what);
                    for (int rank = 0; rank < ranks; rank++) {
                        long begin = (long) rank * (all + 2 * GUARD) + GUARD;
                        for (int i = 0; i < all; i++) {
                            boolean own = i / length == rank;
                            double expected = own ? reduced(op, ranks, i) : value(op, rank, i);
                            assertValue(y, begin + i, expected, what);
                        }
                    }
                    assertGuards(y, ranks, all, what);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FP32", "FP16"})
    void allgather(String type) {
        DType dtype = DType.valueOf(type);
        ReduceOp op = ReduceOp.Sum;
        Executable program = build("pub7_allgather", dtype, op);
        for (int ranks : RANKS) {
            for (int length : LENGTHS) {
                String what = "%s, %d ranks, rows of %d".formatted(dtype, ranks, length);
                int all = ranks * length;
                View local = View.zeros(dtype, ranks, 1, length);
                for (int i = 0; i < all; i++) {
                    Inputs.set(local, i, value(op, i / length, i % length));
                }
                Map<String, View> inputs =
                        Map.of("x", guarded(dtype, op, ranks, all), "local", local);
                HostTensor y = run(program, ranks, length, inputs, what);
                for (int rank = 0; rank < ranks; rank++) {
                    long begin = (long) rank * (all + 2 * GUARD) + GUARD;
                    for (int i = 0; i < all; i++) {
                        assertValue(y, begin + i, value(op, i / length, i % length), what);
                    }
                }
                assertGuards(y, ranks, all, what);
            }
        }
    }
}
