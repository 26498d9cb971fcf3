package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.crosstile.abi.DType;
import org.crosstile.abi.ReduceOp;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The learner's programs give what they say. */
@Timeout(120)
class ExamplesTest {

    /** Small values that differ from rank to rank and element to element. */
    private static double value(long rank, long i) {
        return (i * 7 + rank * 5) % 9 - 3;
    }

    private static View ranked(int ranks, DType dtype, long... shape) {
        long[] all = new long[shape.length + 1];
        all[0] = ranks;
        System.arraycopy(shape, 0, all, 1, shape.length);
        long row = 1;
        for (long extent : shape) {
            row *= extent;
        }
        long each = row;
        return Programs.tensor(dtype, i -> value(i / each, i % each), all);
    }

    private static HostTensor output(String example, int ranks, View x) {
        RunResult result =
                Programs.run(Programs.example(example), ranks, Map.of("x", new Input.Given(x)));
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        return result.outputs().getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "allreduce, 4096, FP32, Sum",
        "allreduce_by_hand, 256, FP32, Sum",
        "allreduce_odd_size, 8193, FP32, Sum",
        "allreduce_fp16, 10000, FP16, Max",
        "host_allreduce, 1000, FP32, Sum",
        "host_allreduce_cores, 4127, FP32, Sum",
        "host_allreduce_ring, 1000, FP32, Max"
    })
    void allreduce_gives_the_result_to_every_rank(String example, int n, DType dtype, ReduceOp op) {
        for (int ranks : new int[] {1, 2, 3, 4, 8}) {
            HostTensor y = output(example, ranks, ranked(ranks, dtype, 1, n));
            for (int r = 0; r < ranks; r++) {
                for (int i = 0; i < n; i += 13) {
                    double reduced = value(0, i);
                    for (int k = 1; k < ranks; k++) {
                        reduced = op.apply(reduced, value(k, i));
                    }
                    assertThat(y.get((long) r * n + i))
                            .as("ranks %d, rank %d, element %d", ranks, r, i)
                            .isEqualTo(reduced);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"shift_by_remote_load", "shift_by_remote_store", "host_barrier"})
    void shift_moves_every_row_on(String example) {
        for (int ranks : new int[] {1, 2, 3, 4, 8}) {
            HostTensor y = output(example, ranks, ranked(ranks, DType.FP32, 1, 64));
            long step = example.endsWith("store") ? ranks - 1 : 1;
            for (int r = 0; r < ranks; r++) {
                for (int i = 0; i < 64; i++) {
                    assertThat(y.get(r * 64L + i)).isEqualTo(value((r + step) % ranks, i));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 8})
    void collectives_of_the_host_move_rows(int ranks) {
        int n = 256;
        HostTensor sent = output("host_broadcast", ranks, ranked(ranks, DType.FP32, 1, 1000));
        HostTensor gathered = output("host_allgather", ranks, ranked(ranks, DType.FP32, 1, n));
        HostTensor exchanged =
                output("host_all_to_all", ranks, ranked(ranks, DType.FP32, ranks, n));
        HostTensor scattered =
                output("host_reduce_scatter", ranks, ranked(ranks, DType.FP32, ranks, n));
        for (int r = 0; r < ranks; r++) {
            assertThat(sent.get(r * 1000L + 999)).isEqualTo(value(0, 999));
            double sum = 0;
            for (int s = 0; s < ranks; s++) {
                long at = ((long) r * ranks + s) * n + 7;
                assertThat(gathered.get(at)).isEqualTo(value(s, 7));
                assertThat(exchanged.get(at)).isEqualTo(value(s, (long) r * n + 7));
                sum += value(s, (long) r * n + 7);
            }
            assertThat(scattered.get(((long) r * ranks + r) * n + 7)).isEqualTo(sum);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void a_window_gives_back_what_was_stored(int ranks) {
        HostTensor y = output("window_round_trip", ranks, ranked(ranks, DType.FP32, 1, 64));
        for (int i = 0; i < ranks * 64; i++) {
            assertThat(y.get(i)).isEqualTo(value(i / 64, i % 64));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void hand_written_signals_arrive(int ranks) {
        RunResult handshake = Programs.run(Programs.example("signal_handshake"), ranks);
        assertThat(handshake.isOk()).as(Programs.report(handshake)).isTrue();
        for (int r = 0; r < ranks; r++) {
            assertThat(handshake.output("heard").get(r)).isEqualTo(10 + (r + ranks - 1) % ranks);
        }
        RunResult barrier = Programs.run(Programs.example("barrier_by_hand"), ranks);
        assertThat(barrier.isOk()).as(Programs.report(barrier)).isTrue();
    }
}
