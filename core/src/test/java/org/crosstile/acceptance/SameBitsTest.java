package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Place;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.AllReduce;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An allreduce leaves the same bits on all ranks, and those that its order of combination gives,
 * whatever the values: large ones that cancel hide or keep the small ones, by the order.
 */
@Timeout(120)
class SameBitsTest {
    private static final int[] RANKS = {3, 4, 5, 8};
    private static final int[] LENGTHS = {1, 2, 7, 16, 17, 255, 256, 257, 1000, 4097};
    private static final double[] SINGLE = {1e8, 1, -1e8, 3e-8};
    private static final double[] HALF = {2048, 1, -2048, 3e-4};

    /** A way to call an allreduce. */
    record Way(Place place, DType dtype, ReduceOp op, String mode, int cores) {
        Executable built() {
            boolean ring = mode.equals("ring");
            String call =
                    "target = pld.tensor.allreduce(target, signal, op=pld.ReduceOp.%s, mode='%s'%s)"
                            .formatted(op, mode, cores > 1 ? ", core_num=" + cores : "");
            String rows = ring ? place == Place.HOST ? "(2 * NR - 1)" : "(2 * NR - 2)" : "NR";
            String columns = ring ? "NR" : Integer.toString(cores);
            List<HostText.Data> windows = List.of(new HostText.Data("target", "1", dtype.name()));
            Problems problems = new Problems();
            Optional<Executable> built =
                    Engine.standard()
                            .build(
                                    new SourceText(
                                            "bits.py",
                                            place == Place.HOST
                                                    ? HostText.of(windows, rows, columns, call)
                                                    : HostText.ofKernel(
                                                            windows, rows, columns, call)),
                                    "",
                                    LoadOptions.of(2),
                                    problems,
                                    new RunTimes());
            assertThat(problems.sorted()).extracting(Problem::toString).isEmpty();
            return built.orElseThrow();
        }

        Expr.Call call(int ranks, int length) {
            boolean ring = mode.equals("ring");
            return (Expr.Call)
                    AllReduce.OP.call(
                            Span.NONE,
                            window("target", dtype, 1, length),
                            window("signal", DType.INT32, ring ? 2L * (ranks - 1) : ranks, ranks),
                            new Expr.Code(op, Span.NONE),
                            new Expr.Text(mode, Span.NONE),
                            Exprs.index(1));
        }
    }

    static Stream<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            for (ReduceOp op : ReduceOp.values()) {
                for (String mode : List.of("mesh", "ring")) {
                    ways.add(new Way(Place.KERNEL, dtype, op, mode, 1));
                    ways.add(new Way(Place.HOST, dtype, op, mode, 1));
                }
                ways.add(new Way(Place.HOST, dtype, op, "mesh", 3));
            }
        }
        return ways.stream();
    }

    private static Var window(String name, DType dtype, long... shape) {
        return new Var(name, new Type.Window(Exprs.indices(shape), dtype), Span.NONE);
    }

    /** Neighbouring elements have the values in other orders. */
    private static double value(DType dtype, int round, int rank, int i) {
        double[] values = dtype == DType.FP16 ? HALF : SINGLE;
        return dtype.round((float) values[(rank * (1 + i % 3) + i / 3 + round) % values.length]);
    }

    @ParameterizedTest
    @MethodSource("ways")
    void all_ranks_end_with_the_same_bits(Way way) {
        Executable program = way.built();
        for (int ranks : RANKS) {
            for (int length : LENGTHS) {
                check(way, program, ranks, length);
            }
        }
    }

    private static void check(Way way, Executable program, int ranks, int length) {
        String what = "%s, %d ranks, %d elements".formatted(way, ranks, length);
        double[][][] values = new double[HostText.ROUNDS][ranks][length];
        View x = View.zeros(way.dtype(), HostText.ROUNDS, ranks, 1, length);
        long at = 0;
        for (int round = 0; round < HostText.ROUNDS; round++) {
            for (int rank = 0; rank < ranks; rank++) {
                for (int i = 0; i < length; i++) {
                    values[round][rank][i] = value(way.dtype(), round, rank, i);
                    Inputs.set(x, at++, values[round][rank][i]);
                }
            }
        }
        RunResult result =
                program.run(
                        CheckingCase.request(ranks, Map.of()).with("x_target", new Input.Given(x)));
        assertThat(result.problems()).as(what).extracting(Problem::headline).isEmpty();
        HostTensor y = result.output("y_target");
        long bytes = (long) length * way.dtype().bytes();
        for (int round = 0; round < HostText.ROUNDS; round++) {
            MemorySegment first = row(y, (long) round * ranks, bytes);
            ArrayMeaning meaning = new ArrayMeaning(ranks);
            meaning.put(ArrayMeaning.slot(AllReduce.OP, "target"), way.dtype(), values[round]);
            meaning.apply(way.call(ranks, length));
            for (int rank = 0; rank < ranks; rank++) {
                assertThat(row(y, (long) round * ranks + rank, bytes).mismatch(first))
                        .as("%s: rank %d and rank 0, round %d", what, rank, round)
                        .isEqualTo(-1);
            }
            for (int i = 0; i < length; i++) {
                double found = y.get((long) round * ranks * length + i);
                if (Double.compare(found, values[round][0][i]) != 0) {
                    assertThat(found).as("%s: element %d", what, i).isEqualTo(values[round][0][i]);
                }
            }
        }
    }

    private static MemorySegment row(HostTensor y, long row, long bytes) {
        return y.values().segment().asSlice(y.values().offset() + row * bytes, bytes);
    }
}
