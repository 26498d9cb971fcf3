package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunResult;
import org.crosstile.memory.View;
import org.crosstile.model.Expr;
import org.crosstile.model.Exprs;
import org.crosstile.model.Type;
import org.crosstile.model.Var;
import org.crosstile.operators.AllToAllV;
import org.crosstile.source.Problem;
import org.crosstile.source.SourceText;
import org.crosstile.source.Span;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** all_to_all_v of a host with counts at random, from text to threads, against what it means. */
class HostCountsTest {
    private static final int MOST = 10;
    private static final int SIZE = 64;

    private static Var window(String name, DType dtype, long... shape) {
        return new Var(name, new Type.Window(Exprs.indices(shape), dtype), Span.NONE);
    }

    private static View view(DType dtype, double[][] rows, long... shape) {
        View view = View.zeros(dtype, shape);
        int at = 0;
        for (double[] row : rows) {
            for (double value : row) {
                Inputs.set(view, at++, value);
            }
        }
        return view;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void all_to_all_v(int ranks) throws IOException {
        Path file = Path.of("..", "programs", "examples", "host_all_to_all_v.py");
        String text = Files.readString(file);
        for (int seed = 0; seed < 5; seed++) {
            Random random = new Random(seed);
            int rows = ranks * MOST;
            double[][] x = new double[ranks][rows * SIZE];
            double[][] counts = new double[ranks][ranks];
            for (int rank = 0; rank < ranks; rank++) {
                for (int i = 0; i < rows * SIZE; i++) {
                    x[rank][i] = (float) random.nextGaussian();
                }
                for (int i = 0; i < ranks; i++) {
                    counts[rank][i] = random.nextInt(MOST + 7) - 3;
                }
            }
            RunResult result =
                    Engine.standard()
                            .run(
                                    new SourceText("counts.py", text),
                                    "",
                                    CheckingCase.request(ranks, Map.of())
                                            .with(
                                                    "x",
                                                    new Input.Given(
                                                            view(DType.FP32, x, ranks, rows, SIZE)))
                                            .with(
                                                    "counts",
                                                    new Input.Given(
                                                            view(
                                                                    DType.INT32,
                                                                    counts,
                                                                    ranks,
                                                                    ranks,
                                                                    1))));
            assertThat(result.isOk()).as(result.problems().toString()).isTrue();
            assertThat(result.problems())
                    .extracting(Problem::headline)
                    .allMatch(h -> h.contains("count"));
            double[][] target = new double[ranks][rows * SIZE];
            double[][] received = new double[ranks][ranks];
            meaning(ranks, x, target, counts, received);
            same(result.output("y"), target, "y, seed " + seed);
            same(result.output("arrived"), received, "arrived, seed " + seed);
        }
    }

    private static void meaning(
            int ranks, double[][] x, double[][] target, double[][] counts, double[][] received) {
        ArrayMeaning meaning = new ArrayMeaning(ranks);
        meaning.put(ArrayMeaning.slot(AllToAllV.OP, "input"), DType.FP32, x);
        meaning.put(ArrayMeaning.slot(AllToAllV.OP, "target"), DType.FP32, target);
        meaning.put(ArrayMeaning.slot(AllToAllV.OP, "send_counts"), DType.INT32, counts);
        meaning.put(ArrayMeaning.slot(AllToAllV.OP, "recv_counts"), DType.INT32, received);
        Expr call =
                AllToAllV.OP.call(
                        Span.NONE,
                        window("input", DType.FP32, (long) ranks * MOST, SIZE),
                        window("target", DType.FP32, (long) ranks * MOST, SIZE),
                        window("signal", DType.INT32, ranks, 1),
                        window("send_counts", DType.INT32, ranks, 1),
                        window("recv_counts", DType.INT32, ranks, 1),
                        Exprs.index(1));
        meaning.apply((Expr.Call) call);
    }

    private static void same(HostTensor found, double[][] expected, String what) {
        long at = 0;
        for (double[] rank : expected) {
            for (double value : rank) {
                if (Double.compare(found.get(at), value) != 0) {
                    assertThat(found.get(at)).as("%s: element %d", what, at).isEqualTo(value);
                }
                at++;
            }
        }
    }
}
