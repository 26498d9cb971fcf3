package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.memory.View;
import org.crosstile.source.Problem;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Host collectives in runs that end otherwise than well, in domains of a few devices, and with
 * counts.
 */
class HostRunsTest {
    private static final String HEAD =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            NR = pl.dynamic("NR")


            @pl.jit.incore
            def copy_in(x: pl.Tensor[[1, 8], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
                return pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)


            @pl.jit
            def fill(x: pl.Tensor[[1, 8], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]]):
                return copy_in(x, data)


            @pl.jit.incore
            def copy_out(data: pld.DistributedTensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                return pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)


            @pl.jit
            def take(data: pld.DistributedTensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                return copy_out(data, y)


            @pl.jit.incore
            def hang_kernel(cells: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]]):
                pld.system.wait(cells, [0, 0], 1, cmp=pld.WaitCmp.Ge)
                pld.system.notify(cells, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)


            @pl.jit
            def hang(cells: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]]):
                hang_kernel(cells)


            @pl.jit.host
            def host(x: pl.Tensor[[NR, 1, 8], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 8], pl.FP32]]):
                data_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
                data = pld.window(data_buf, [1, 8], dtype=pl.FP32)
                other_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
                other = pld.window(other_buf, [1, 8], dtype=pl.FP32)
                fill(x[0], other, device=0)
            """;

    private static RunResult run(int ranks, String statements) {
        View x = View.zeros(DType.FP32, ranks, 1, 8);
        for (int i = 0; i < ranks * 8; i++) {
            x.segment().set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, i);
        }
        RunRequest request =
                new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(60)))
                        .with("x", new Input.Given(x));
        return Engine.standard()
                .verifying()
                .run(new SourceText("host.py", HEAD + statements.indent(4)), "", request);
    }

    private static List<Float> outputs(RunResult result, int row) {
        assertThat(result.problems()).extracting(Problem::headline).isEmpty();
        HostTensor y = result.output("y");
        return List.of((float) y.get(row * 8L), (float) y.get(row * 8L + 7));
    }

    @Test
    void a_domain_of_some_devices_is_reduced_by_itself() {
        RunResult result =
                run(
                        4,
                        """
                        for r in pl.range(1, 4):
                            fill(x[r], data, device=r)
                        data = pld.tensor.allreduce(data, core_num=2)
                        for r in pl.range(1, 4):
                            take(data, y[r], device=r)
                        """);
        assertThat(outputs(result, 0)).containsExactly(0f, 0f);
        for (int r = 1; r < 4; r++) {
            assertThat(outputs(result, r)).containsExactly(8f + 16f + 24f, 15f + 23f + 31f);
        }
    }

    @Test
    void overlapping_domains_do_not_meet() {
        RunResult result =
                run(
                        3,
                        """
                        for r in pl.range(0, 2):
                            fill(x[r], data, device=r)
                        fill(x[1], other, device=1)
                        fill(x[2], other, device=2)
                        data = pld.tensor.allreduce(data)
                        other = pld.tensor.allreduce(other, op=pld.ReduceOp.Max)
                        take(data, y[0], device=0)
                        take(data, y[1], device=1)
                        take(other, y[2], device=2)
                        """);
        assertThat(outputs(result, 0)).containsExactly(8f, 22f);
        assertThat(outputs(result, 1)).containsExactly(8f, 22f);
        assertThat(outputs(result, 2)).containsExactly(16f, 23f);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void a_signal_that_was_left_out_serves_every_round_of_a_loop(int cores) {
        RunResult result =
                run(
                        2,
                        """
                        for r in pl.range(pld.world_size()):
                            fill(x[r], data, device=r)
                        for k in pl.range(5):
                            data = pld.tensor.allreduce(data, core_num=%d)
                        for r in pl.range(pld.world_size()):
                            take(data, y[r], device=r)
                        """
                                .formatted(cores));
        assertThat(outputs(result, 1)).containsExactly(16f * 8f, 16f * 22f);
    }

    @Test
    void a_rank_that_never_comes_is_found_while_several_cores_wait() {
        RunResult result =
                run(
                        2,
                        """
                        for r in pl.range(pld.world_size()):
                            fill(x[r], data, device=r)
                        dead_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
                        dead = pld.window(dead_buf, [1, 1], dtype=pl.INT32)
                        hang(dead, device=1)
                        data = pld.tensor.allreduce(data, core_num=4)
                        for r in pl.range(pld.world_size()):
                            take(data, y[r], device=r)
                        """);
        assertThat(result.verdict()).isEqualTo(Verdict.DEADLOCK);
        assertThat(result.problems()).hasSize(1);
        assertThat(result.problems().getFirst().notes().toString())
                .contains("rank 0")
                .contains("rank 1");
    }

    @Test
    void a_signal_with_too_few_cells_for_the_ranks_of_a_run_is_refused() {
        RunResult result =
                run(
                        3,
                        """
                        few_buf = pld.alloc_window_buffer([2, 4], dtype=pl.INT32)
                        few = pld.window(few_buf, [2, 4], dtype=pl.INT32)
                        for r in pl.range(pld.world_size()):
                            fill(x[r], data, device=r)
                        data = pld.tensor.allreduce(data, few, core_num=4)
                        """);
        assertThat(result.problems())
                .extracting(p -> p.rule().id())
                .containsExactly("host-collective-capacity");
        assertThat(result.verdict()).isEqualTo(Verdict.REJECT);
    }

    @Test
    void more_cores_than_the_chip_has_are_refused_with_both_numbers() {
        String statements =
                """
                for r in pl.range(pld.world_size()):
                    fill(x[r], data, device=r)
                data = pld.tensor.allreduce(data, core_num=40)
                """;
        SourceText text = new SourceText("host.py", HEAD + statements.indent(4));
        RunResult small = Engine.standard(Chip.ASCEND_950).run(text, "", RunRequest.of(2));
        assertThat(small.problems())
                .extracting(p -> p.rule().id())
                .containsExactly("allreduce-core-num-chip");
        assertThat(small.problems().toString()).contains("40").contains("36");
        assertThat(run(2, statements).problems()).isEmpty();
    }

    /** The count matrix of the specification: negative, too large, nothing, everything. */
    @Test
    void all_to_all_v_moves_what_is_counted_and_nothing_else() throws IOException {
        int[][] counts = {{0, 1, 4, 19}, {-3, 2, 0, 4}, {4, 4, 4, 4}, {0, 0, 0, 0}};
        int ranks = 4;
        int most = 10;
        int size = 64;
        View x = View.zeros(DType.FP32, ranks, (long) ranks * most, size);
        for (int i = 0; i < ranks * ranks * most * size; i++) {
            x.segment().set(ValueLayout.JAVA_FLOAT_UNALIGNED, 4L * i, i + 1);
        }
        View sent = View.zeros(DType.INT32, ranks, ranks, 1);
        for (int i = 0; i < ranks * ranks; i++) {
            sent.segment()
                    .set(ValueLayout.JAVA_INT_UNALIGNED, 4L * i, counts[i / ranks][i % ranks]);
        }
        Path file = Path.of("..", "programs", "examples", "host_all_to_all_v.py");
        RunRequest request =
                RunRequest.of(ranks)
                        .with("x", new Input.Given(x))
                        .with("counts", new Input.Given(sent));
        RunResult result =
                Engine.standard()
                        .verifying()
                        .run(new SourceText("a2av.py", Files.readString(file)), "", request);
        assertThat(result.problems())
                .extracting(p -> p.rule().id())
                .containsExactly("rows-clamped", "rows-clamped");
        HostTensor y = result.output("y");
        for (int rank = 0; rank < ranks; rank++) {
            for (int source = 0; source < ranks; source++) {
                int rows = Math.clamp(counts[source][rank], 0, most);
                assertThat(result.output("arrived").get(rank * (long) ranks + source))
                        .isEqualTo(rows);
                for (int i = 0; i < most * size; i++) {
                    long from = ((long) source * ranks + rank) * most * size + i;
                    double expected = i < rows * size ? from + 1 : 0;
                    long at = ((long) rank * ranks + source) * most * size + i;
                    assertThat(y.get(at))
                            .as("rank %d, from %d, element %d", rank, source, i)
                            .isEqualTo(expected);
                }
            }
        }
    }
}
