package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Op;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.AllGather;
import org.crosstile.operators.AllReduce;
import org.crosstile.operators.AllToAll;
import org.crosstile.operators.Barrier;
import org.crosstile.operators.Broadcast;
import org.crosstile.operators.ReduceScatter;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The collectives of a host, from text to threads, against what they mean; bit by bit. */
class HostCollectivesTest {
    private static final int[] RANKS = {1, 2, 3, 4, 8};
    private static final long[] LENGTHS = {1, 7, 17, 255, 256, 257, 1000, 4127};
    private static final Engine ENGINE = Engine.standard().verifying();

    /** A collective as its text, and what its call means for given extents. */
    private interface Meant {
        Expr call(int ranks, long columns);
    }

    private static Executable build(String text) {
        Problems problems = new Problems();
        Optional<Executable> built =
                ENGINE.build(
                        new SourceText("host.py", text),
                        "",
                        LoadOptions.of(2),
                        problems,
                        new RunTimes());
        assertThat(problems.sorted()).as(text).extracting(Problem::toString).isEmpty();
        return built.orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void allreduce_mesh(ReduceOp op) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            for (int cores : new int[] {1, 2, 4}) {
                List<HostText.Data> windows =
                        List.of(new HostText.Data("target", "1", dtype.name()));
                int lanes = cores == 4 ? 6 : cores;
                String call =
                        "target = pld.tensor.allreduce(target, signal, op=pld.ReduceOp.%s, core_num=%d)"
                                .formatted(op, cores);
                Executable program =
                        build(HostText.of(windows, "NR", Integer.toString(lanes), call));
                check(
                        program,
                        windows,
                        AllReduce.OP,
                        (ranks, n) -> allreduce(dtype, op, "mesh", n));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void allreduce_ring(ReduceOp op) {
        for (DType dtype : List.of(DType.FP32, DType.FP16)) {
            List<HostText.Data> windows = List.of(new HostText.Data("target", "1", dtype.name()));
            String call =
                    "target = pld.tensor.allreduce(target, signal, op=pld.ReduceOp.%s, mode='ring')"
                            .formatted(op);
            Executable program = build(HostText.of(windows, "(2 * NR - 1)", "NR", call));
            check(program, windows, AllReduce.OP, (ranks, n) -> allreduce(dtype, op, "ring", n));
        }
    }

    private static Expr allreduce(DType dtype, ReduceOp op, String mode, long columns) {
        return AllReduce.OP.call(
                Span.NONE,
                window("target", dtype, 1, columns),
                window(
                        "signal",
                        DType.INT32,
                        mode.equals("ring") ? 6 : 4,
                        mode.equals("ring") ? 4 : 1),
                new Expr.Code(op, Span.NONE),
                new Expr.Text(mode, Span.NONE),
                Exprs.index(1));
    }

    private static Var window(String name, DType dtype, long... shape) {
        return new Var(name, new Type.Window(Exprs.indices(shape), dtype), Span.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void broadcast(int root) {
        List<HostText.Data> windows = List.of(new HostText.Data("target", "1", "FP32"));
        Executable program =
                build(
                        HostText.of(
                                windows,
                                "NR",
                                "1",
                                "target = pld.tensor.broadcast(target, signal, root="
                                        + root
                                        + ")"));
        for (int ranks : RANKS) {
            for (long columns : LENGTHS) {
                if (root < ranks) {
                    check(
                            program,
                            windows,
                            ranks,
                            columns,
                            Broadcast.OP,
                            Broadcast.OP.call(
                                    Span.NONE,
                                    window("target", DType.FP32, 1, columns),
                                    window("signal", DType.INT32, ranks, 1),
                                    Exprs.index(root)));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(ReduceOp.class)
    void reduce_scatter(ReduceOp op) {
        List<HostText.Data> windows = List.of(new HostText.Data("target", "NR", "FP32"));
        String call =
                "target = pld.tensor.reduce_scatter(target, signal, op=pld.ReduceOp.%s)"
                        .formatted(op);
        check(
                build(HostText.of(windows, "NR", "1", call)),
                windows,
                ReduceScatter.OP,
                (ranks, n) ->
                        ReduceScatter.OP.call(
                                Span.NONE,
                                window("target", DType.FP32, ranks, n),
                                window("signal", DType.INT32, ranks, 1),
                                new Expr.Code(op, Span.NONE)));
    }

    @Test
    void allgather() {
        List<HostText.Data> windows =
                List.of(
                        new HostText.Data("local", "1", "FP32"),
                        new HostText.Data("target", "NR", "FP32"));
        check(
                build(
                        HostText.of(
                                windows,
                                "NR",
                                "1",
                                "target = pld.tensor.allgather(local, target, signal)")),
                windows,
                AllGather.OP,
                (ranks, n) ->
                        AllGather.OP.call(
                                Span.NONE,
                                window("local", DType.FP32, 1, n),
                                window("target", DType.FP32, ranks, n),
                                window("signal", DType.INT32, ranks, 1)));
    }

    @Test
    void barrier() {
        List<HostText.Data> windows = List.of(new HostText.Data("target", "1", "FP32"));
        Executable program = build(HostText.of(windows, "NR", "1", "pld.tensor.barrier(signal)"));
        check(
                program,
                windows,
                AllReduce.OP,
                (ranks, n) -> Barrier.OP.call(Span.NONE, window("signal", DType.INT32, ranks, 1)));
    }

    @Test
    void all_to_all() {
        List<HostText.Data> windows =
                List.of(
                        new HostText.Data("input", "NR", "FP32"),
                        new HostText.Data("target", "NR", "FP32"));
        check(
                build(
                        HostText.of(
                                windows,
                                "NR",
                                "1",
                                "target = pld.tensor.all_to_all(input, target, signal)")),
                windows,
                AllToAll.OP,
                (ranks, n) ->
                        AllToAll.OP.call(
                                Span.NONE,
                                window("input", DType.FP32, ranks, n),
                                window("target", DType.FP32, ranks, n),
                                window("signal", DType.INT32, ranks, 1)));
    }

    private static void check(Executable program, List<HostText.Data> windows, Op op, Meant meant) {
        for (int ranks : RANKS) {
            for (long columns : LENGTHS) {
                check(program, windows, ranks, columns, op, meant.call(ranks, columns));
            }
        }
    }

    private static void check(
            Executable program,
            List<HostText.Data> windows,
            int ranks,
            long columns,
            Op op,
            Expr call) {
        String what = "%s on %d ranks, %d columns".formatted(op, ranks, columns);
        Random random = new Random(columns * 31 + ranks);
        List<double[][][]> inputs = new ArrayList<>();
        RunRequest request =
                new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(60)));
        for (HostText.Data w : windows) {
            DType dtype = DType.valueOf(w.dtype());
            long rows = w.rows().equals("NR") ? ranks : 1;
            double[][][] values = random(random, dtype, ranks, (int) (rows * columns));
            inputs.add(values);
            request =
                    request.with(
                            "x_" + w.name(),
                            new Input.Given(view(values, dtype, ranks, rows, columns)));
        }
        RunResult result = program.run(request);
        assertThat(result.problems()).as(what).extracting(Problem::headline).isEmpty();
        for (int round = 0; round < HostText.ROUNDS; round++) {
            ArrayMeaning meaning = new ArrayMeaning(ranks);
            for (int i = 0; i < windows.size(); i++) {
                meaning.put(
                        ArrayMeaning.slot(op, windows.get(i).name()),
                        DType.valueOf(windows.get(i).dtype()),
                        inputs.get(i)[round]);
            }
            meaning.apply((Expr.Call) call);
            for (int i = 0; i < windows.size(); i++) {
                HostTensor found = result.output("y_" + windows.get(i).name());
                same(
                        found,
                        inputs.get(i)[round],
                        round,
                        what + ", round " + round + ", " + windows.get(i).name());
            }
        }
        HostTensor cells = result.output("y_cells");
        for (long i = 0; i < cells.elements(); i++) {
            assertThat(cells.get(i)).as("%s: cell %d", what, i).isZero();
        }
    }

    private static void same(HostTensor found, double[][] expected, int round, String what) {
        long at = (long) round * expected.length * expected[0].length;
        for (int rank = 0; rank < expected.length; rank++) {
            for (int i = 0; i < expected[rank].length; i++, at++) {
                if (Double.compare(found.get(at), expected[rank][i]) != 0) {
                    assertThat(found.get(at))
                            .as("%s: rank %d, element %d", what, rank, i)
                            .isEqualTo(expected[rank][i]);
                }
            }
        }
    }

    private static double[][][] random(Random random, DType dtype, int ranks, int elements) {
        double[][][] values = new double[HostText.ROUNDS][ranks][elements];
        for (double[][] round : values) {
            for (double[] rank : round) {
                for (int i = 0; i < elements; i++) {
                    rank[i] = dtype.round((float) random.nextGaussian());
                }
            }
        }
        return values;
    }

    private static View view(
            double[][][] values, DType dtype, long ranks, long rows, long columns) {
        View view = View.zeros(dtype, HostText.ROUNDS, ranks, rows, columns);
        long at = view.offset();
        for (double[][] round : values) {
            for (double[] rank : round) {
                for (double value : rank) {
                    if (dtype == DType.FP16) {
                        view.segment()
                                .set(
                                        ValueLayout.JAVA_SHORT_UNALIGNED,
                                        at,
                                        Float.floatToFloat16((float) value));
                    } else {
                        view.segment().set(ValueLayout.JAVA_FLOAT_UNALIGNED, at, (float) value);
                    }
                    at += dtype.bytes();
                }
            }
        }
        return view;
    }
}
