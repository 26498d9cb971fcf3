package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.memory.View;
import org.crosstile.source.Problem;
import org.crosstile.source.SourceText;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives, put, get and remote loads and stores from text to threads. */
class ExchangeTest {
    private static final int COLUMNS = 21;
    private static final String STAGE = "pl.store(pl.load(x, [0, 0], [nr, COLUMNS]), [0, 0], %s)\n";
    private static final String ALL_ROWS = "pl.load(x, [0, 0], [nr, COLUMNS])";

    /**
     * What row {@code row} of a rank's window holds at the end, given the rows of all ranks at
     * first.
     */
    private interface Expected {
        float[] row(int rank, int row, float[][][] xs, float[][] rows);
    }

    private static String text(String snippet) {
        try (InputStream in = ExchangeTest.class.getResourceAsStream("exchange.py")) {
            StringBuilder text = new StringBuilder();
            for (String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                int indent = line.indexOf("# HERE");
                if (indent < 0) {
                    text.append(line).append('\n');
                } else {
                    snippet.lines()
                            .forEach(s -> text.append(" ".repeat(indent)).append(s).append('\n'));
                }
            }
            return text.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void check(int ranks, String snippet, Expected expected) {
        Random random = new Random(ranks);
        float[][][] xs = new float[ranks][ranks][COLUMNS];
        float[][] rows = new float[ranks][COLUMNS];
        View xsView = View.zeros(DType.FP32, ranks, ranks, COLUMNS);
        View rowsView = View.zeros(DType.FP32, ranks, 1, COLUMNS);
        View counts = View.zeros(DType.INT32, ranks, ranks, 1);
        for (int r = 0; r < ranks; r++) {
            for (int c = 0; c < COLUMNS; c++) {
                rows[r][c] = random.nextInt(100);
                rowsView.segment()
                        .set(ValueLayout.JAVA_FLOAT, rowsView.address(r, 0, c), rows[r][c]);
                for (int i = 0; i < ranks; i++) {
                    xs[r][i][c] = random.nextInt(100);
                    xsView.segment()
                            .set(ValueLayout.JAVA_FLOAT, xsView.address(r, i, c), xs[r][i][c]);
                }
            }
            for (int i = 0; i < ranks; i++) {
                counts.segment().set(ValueLayout.JAVA_INT, counts.address(r, i, 0), r - i);
            }
        }
        RunRequest request =
                new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(60)))
                        .with("xs", new Input.Given(xsView))
                        .with("rows", new Input.Given(rowsView))
                        .with("counts", new Input.Given(counts));
        RunResult result =
                Engine.standard().run(new SourceText("exchange.py", text(snippet)), "", request);
        assertThat(result.problems().stream().filter(p -> !p.rule().id().equals("rows-clamped")))
                .as(snippet)
                .extracting(Problem::headline)
                .isEmpty();
        HostTensor ys = result.output("ys");
        for (int r = 0; r < ranks; r++) {
            for (int i = 0; i < ranks; i++) {
                float[] found = new float[COLUMNS];
                for (int c = 0; c < COLUMNS; c++) {
                    found[c] = (float) ys.get(((long) r * ranks + i) * COLUMNS + c);
                }
                assertThat(found)
                        .as("rank %d, row %d after %s", r, i, snippet)
                        .isEqualTo(expected.row(r, i, xs, rows));
            }
        }
        HostTensor cells = result.output("cells");
        for (long i = 0; i < cells.elements(); i++) {
            assertThat(cells.get(i)).as("cell %d after %s", i, snippet).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void collectives(int ranks) {
        int root = ranks - 1;
        check(
                ranks,
                STAGE.formatted("data") + "pld.tensor.broadcast(data, sig, root=" + root + ")",
                (rank, row, xs, rows) -> xs[root][row]);
        check(
                ranks,
                STAGE.formatted("data") + "data = pld.tensor.reduce_scatter(data, sig)",
                (rank, row, xs, rows) -> row == rank ? sum(xs, row) : xs[rank][row]);
        check(ranks, "pld.tensor.allgather(row, data, sig)", (rank, row, xs, rows) -> rows[row]);
        check(ranks, "pld.tensor.all_to_all(x, data, sig)", (rank, row, xs, rows) -> xs[row][rank]);
        check(
                ranks,
                STAGE.formatted("other") + "pld.tensor.all_to_all(other, data, sig)",
                (rank, row, xs, rows) -> xs[row][rank]);
        // blocks of one row; rank s sends s - r rows to rank r, cut to none or one
        check(
                ranks,
                "pld.tensor.all_to_all_v(x, data, sig, counts, recv)",
                (rank, row, xs, rows) -> row > rank ? xs[row][rank] : new float[COLUMNS]);
    }

    private static float[] sum(float[][][] xs, int row) {
        float[] sum = new float[COLUMNS];
        for (float[][] x : xs) {
            for (int c = 0; c < COLUMNS; c++) {
                sum[c] += x[row][c];
            }
        }
        return sum;
    }

    /** What is pushed to the right arrives from the left; a barrier makes it visible. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void pushes(int ranks) {
        String barrier = "\npld.tensor.barrier(sig)";
        Expected fromLeft = (rank, row, xs, rows) -> xs[(rank - 1 + ranks) % ranks][row];
        check(ranks, "pld.tensor.put(data, right, x)" + barrier, fromLeft);
        check(
                ranks,
                "pld.tensor.put(data, right, x, chunk_rows=1, chunk_cols=8, pipeline=True)"
                        + barrier,
                fromLeft);
        check(
                ranks,
                STAGE.formatted("other") + "pld.tensor.put(data, right, other)" + barrier,
                fromLeft);
        check(
                ranks,
                "pld.tile.remote_store(" + ALL_ROWS + ", data, right, [0, 0])" + barrier,
                fromLeft);
        check(ranks, "pld.tensor.remote_store(x, data, right, [0, 0])" + barrier, fromLeft);
        Expected oneRow =
                (rank, row, xs, rows) ->
                        row == 0 ? rows[(rank - 1 + ranks) % ranks] : new float[COLUMNS];
        check(
                ranks,
                "pld.tensor.put(data, right, row, [0, 0], [0, 0], [1, COLUMNS])" + barrier,
                oneRow);
        check(ranks, "pld.remote_store(row, data, right, [0, 0])" + barrier, oneRow);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void atomic_additions_of_all_ranks_add_up(int ranks) {
        String barrier = "\npld.tensor.barrier(sig)";
        Expected total =
                (rank, row, xs, rows) -> row == 0 && rank == 0 ? total(rows) : new float[COLUMNS];
        check(
                ranks,
                "pld.tensor.put(data, 0, row, [0, 0], [0, 0], [1, COLUMNS], atomic=pld.AtomicType.Add)"
                        + barrier,
                total);
        check(
                ranks,
                "pld.tensor.remote_store(row, data, 0, [0, 0], atomic=pld.AtomicType.Add)"
                        + barrier,
                total);
    }

    private static float[] total(float[][] rows) {
        float[] sum = new float[COLUMNS];
        for (float[] row : rows) {
            for (int c = 0; c < COLUMNS; c++) {
                sum[c] += row[c];
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void pulls(int ranks) {
        String staged = STAGE.formatted("other") + "pld.tensor.barrier(sig)\n";
        Expected fromRight = (rank, row, xs, rows) -> xs[(rank + 1) % ranks][row];
        check(
                ranks,
                staged + "pld.tensor.get(data, right, other)\npld.tensor.barrier(sig)",
                fromRight);
        check(
                ranks,
                staged
                        + "pl.store(pld.tile.remote_load(other, right, [0, 0], [nr, COLUMNS]), [0, 0], data)"
                        + "\npld.tensor.barrier(sig)",
                fromRight);
        check(
                ranks,
                staged
                        + "pld.tensor.get(data, right, other, [0, 1], [0, 3], [1, 4])\npld.tensor.barrier(sig)",
                (rank, row, xs, rows) -> part(xs[(rank + 1) % ranks][0], row));
    }

    /** Four elements from the third on, put behind the first. */
    private static float[] part(float[] source, int row) {
        float[] part = new float[COLUMNS];
        if (row == 0) {
            System.arraycopy(source, 3, part, 1, 4);
        }
        return part;
    }
}
