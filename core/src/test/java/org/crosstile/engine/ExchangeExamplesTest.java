package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of transfers and collectives give what their first line says. */
@Timeout(120)
class ExchangeExamplesTest {
    private static final int[] RANKS = {1, 2, 3, 4};
    private static final int SIZE = 64;

    private static double value(long rank, long i) {
        return (i * 7 + rank * 5) % 11 - 3;
    }

    /** An element of the output. */
    private interface Expected {
        double at(int ranks, int rank, int i);
    }

    private static View ranked(int ranks, int each, long... shape) {
        return Programs.tensor(DType.FP32, i -> value(i / each, i % each), shape);
    }

    private static void check(
            String example, int rows, int columns, int rowsOut, int columnsOut, Expected expected) {
        for (int ranks : RANKS) {
            if (ranks < least(example)) {
                continue;
            }
            int in = rows > 0 ? rows : ranks;
            int out = rowsOut > 0 ? rowsOut : ranks;
            View x = ranked(ranks, in * columns, ranks, in, columns);
            RunResult result =
                    Programs.run(Programs.example(example), ranks, Map.of("x", new Input.Given(x)));
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            HostTensor y = result.output("y");
            int each = out * columnsOut;
            for (int i = 0; i < ranks * each; i++) {
                assertThat(y.get(i))
                        .as("%s, %d ranks, rank %d, element %d", example, ranks, i / each, i % each)
                        .isEqualTo(expected.at(ranks, i / each, i % each));
            }
        }
    }

    /** A ring has no steps for one rank. */
    private static int least(String example) {
        return example.equals("allreduce_ring") ? 2 : 1;
    }

    private static int left(int ranks, int rank) {
        return (rank - 1 + ranks) % ranks;
    }

    private static double sum(int ranks, int i) {
        double sum = 0;
        for (int k = 0; k < ranks; k++) {
            sum += value(k, i);
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(strings = {"put", "shift_by_remote_store"})
    void pushed_from_the_left(String example) {
        check(example, 1, SIZE, 1, SIZE, (ranks, rank, i) -> value(left(ranks, rank), i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"put_in_chunks"})
    void pushed_in_chunks(String example) {
        check(example, 100, 600, 100, 600, (ranks, rank, i) -> value(left(ranks, rank), i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tensor_remote_store"})
    void pushed_twice_as_much(String example) {
        check(example, 1, SIZE, 1, SIZE, (ranks, rank, i) -> 2 * value(left(ranks, rank), i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"get"})
    void pulled_from_the_right(String example) {
        check(example, 1, SIZE, 1, SIZE, (ranks, rank, i) -> value((rank + 1) % ranks, i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"get_region"})
    void a_part_pulled_from_the_right(String example) {
        check(example, 1, SIZE, 1, 16, (ranks, rank, i) -> value((rank + 1) % ranks, 8 + i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"put_atomic"})
    void added_up(String example) {
        check(example, 1, SIZE, 1, SIZE, (ranks, rank, i) -> sum(ranks, i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"allreduce_ring"})
    void passed_around_a_ring(String example) {
        check(example, 1, 1000, 1, 1000, (ranks, rank, i) -> sum(ranks, i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"broadcast"})
    void from_the_root(String example) {
        check(example, 1, SIZE, 1, SIZE, (ranks, rank, i) -> value(0, i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"allgather"})
    void from_everybody(String example) {
        check(example, 1, SIZE, 0, SIZE, (ranks, rank, i) -> value(i / SIZE, i % SIZE));
    }

    @ParameterizedTest
    @ValueSource(strings = {"reduce_scatter"})
    void a_row_of_the_sum(String example) {
        check(example, 0, SIZE, 1, SIZE, (ranks, rank, i) -> sum(ranks, rank * SIZE + i));
    }

    @ParameterizedTest
    @ValueSource(strings = {"all_to_all"})
    void transposed(String example) {
        check(
                example,
                0,
                SIZE,
                0,
                SIZE,
                (ranks, rank, i) -> value(i / SIZE, rank * SIZE + i % SIZE));
    }

    /** Rank s sends s + r - 1 rows to rank r, cut to 0..4. */
    @ParameterizedTest
    @ValueSource(strings = {"all_to_all_v", "all_to_all_v_on_chip"})
    void as_many_rows_as_announced(String example) {
        int most = 10;
        int columns = 8;
        for (int ranks : RANKS) {
            int each = ranks * most * columns;
            View x = ranked(ranks, each, ranks, (long) ranks * most, columns);
            int all = ranks;
            View send = Programs.tensor(DType.INT32, i -> i / all + i % all - 1, ranks, ranks, 1);
            RunResult result =
                    Programs.run(
                            Programs.example(example),
                            ranks,
                            Map.of("x", new Input.Given(x), "send", new Input.Given(send)));
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            for (int i = 0; i < ranks * each; i++) {
                int rank = i / each;
                int row = i % each / columns;
                int from = row / most;
                int count = Math.max(0, Math.min(most, from + rank - 1));
                double there =
                        value(from, (long) (rank * most + row % most) * columns + i % columns);
                assertThat(result.output("y").get(i))
                        .as("%s, %d ranks, rank %d, row %d", example, ranks, rank, row)
                        .isEqualTo(row % most < count ? there : 0);
                assertThat(result.output("counts").get((long) rank * ranks + from))
                        .isEqualTo(count);
            }
        }
    }
}
