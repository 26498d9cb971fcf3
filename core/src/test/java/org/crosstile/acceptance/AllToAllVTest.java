package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.engine.Engine;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.Input;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.memory.View;
import org.crosstile.source.Problem;
import org.crosstile.source.Severity;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * all_to_all_v with counts that are negative, zero and too large: a kernel, a task of the chip and
 * a builtin of the host leave the same bytes, and none in the holes.
 */
class AllToAllVTest {
    private static final int RANKS = 4;
    private static final int MOST = 4;
    private static final int COLUMNS = 8;
    private static final int ROWS = RANKS * MOST;
    private static final int HOLE = -7;
    private static final int[][] SEND = {{0, 1, 4, 9}, {-3, 2, 0, 4}, {4, 4, 4, 4}, {0, 0, 0, 0}};
    private static final int[][] RECEIVED = {
        {0, 0, 4, 0}, {1, 2, 4, 0}, {4, 0, 4, 0}, {4, 4, 4, 0}
    };

    private static final String PARAMETERS =
            """
                    x: pl.Tensor[[16, 8], pl.FP32],
                    before: pl.Tensor[[16, 8], pl.FP32],
                    counts: pl.Tensor[[4, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    cells: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
            """;

    private static final String TEXT =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class Exchange:
                @pl.function(type=pl.FunctionType.InCore)
                def fill(self, before: pl.Tensor[[16, 8], pl.FP32], data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
                    pl.store(pl.load(before, [0, 0], [16, 8]), [0, 0], data)
                    pld.tensor.barrier(sig)

                @pl.function(type=pl.FunctionType.InCore)
                def kernel(
                    self,
            PARAMETERS
                    for k in pl.range(TIMES):
                        pld.tensor.all_to_all_v(x, data, sig, counts, recv)

                @pl.function(type=pl.FunctionType.InCore)
                def show(
                    self,
            PARAMETERS
                    pl.store(pl.load(data, [0, 0], [16, 8]), [0, 0], y)
                    for k in pl.range(4):
                        pl.write(got, [k, 0], pl.read(recv, [k, 0]))
                        pl.write(cells, [k, 0], pl.read(sig, [k, 0]))

                @pl.function(type=pl.FunctionType.Orchestration)
                def chip(
                    self,
            PARAMETERS
                    self.fill(before, data, sig)
                    EXCHANGE
                    self.show(x, before, counts, y, got, cells, data, sig, recv)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(
                    self,
                    x: pl.Tensor[[4, 16, 8], pl.FP32],
                    before: pl.Tensor[[4, 16, 8], pl.FP32],
                    counts: pl.Tensor[[4, 4, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[4, 16, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[4, 4, 1], pl.INT32]],
                    cells: pl.Out[pl.Tensor[[4, 4, 1], pl.INT32]],
                ):
                    data_buf = pld.alloc_window_buffer([16, 8], dtype=pl.FP32)
                    sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        data = pld.window(data_buf, [16, 8], dtype=pl.FP32)
                        sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
                        recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
                        self.chip(x[r], before[r], counts[r], y[r], got[r], cells[r], data, sig, recv, device=r)
            """
                    .replace("PARAMETERS\n", PARAMETERS);

    /**
     * The same exchange as a builtin that the host launches between two functions of each device.
     */
    private static final String HOST =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            @pl.program
            class Exchange:
                @pl.function(type=pl.FunctionType.InCore)
                def fill(
                    self,
                    x: pl.Tensor[[16, 8], pl.FP32],
                    before: pl.Tensor[[16, 8], pl.FP32],
                    counts: pl.Tensor[[4, 1], pl.INT32],
                    source: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    send: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    gate: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
                    pl.store(pl.load(x, [0, 0], [16, 8]), [0, 0], source)
                    pl.store(pl.load(before, [0, 0], [16, 8]), [0, 0], data)
                    for k in pl.range(4):
                        pl.write(send, [k, 0], pl.read(counts, [k, 0]))
                    pld.tensor.barrier(gate)

                @pl.function(type=pl.FunctionType.InCore)
                def show(
                    self,
                    y: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    cells: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
                    pl.store(pl.load(data, [0, 0], [16, 8]), [0, 0], y)
                    for k in pl.range(4):
                        pl.write(got, [k, 0], pl.read(recv, [k, 0]))
                        pl.write(cells, [k, 0], pl.read(sig, [k, 0]))

                @pl.function(type=pl.FunctionType.Orchestration)
                def prepare(
                    self,
                    x: pl.Tensor[[16, 8], pl.FP32],
                    before: pl.Tensor[[16, 8], pl.FP32],
                    counts: pl.Tensor[[4, 1], pl.INT32],
                    source: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    send: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    gate: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
                    self.fill(x, before, counts, source, data, send, gate)

                @pl.function(type=pl.FunctionType.Orchestration)
                def finish(
                    self,
                    y: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    cells: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
                    data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
                    self.show(y, got, cells, data, sig, recv)

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(
                    self,
                    x: pl.Tensor[[4, 16, 8], pl.FP32],
                    before: pl.Tensor[[4, 16, 8], pl.FP32],
                    counts: pl.Tensor[[4, 4, 1], pl.INT32],
                    y: pl.Out[pl.Tensor[[4, 16, 8], pl.FP32]],
                    got: pl.Out[pl.Tensor[[4, 4, 1], pl.INT32]],
                    cells: pl.Out[pl.Tensor[[4, 4, 1], pl.INT32]],
                ):
                    source_buf = pld.alloc_window_buffer([16, 8], dtype=pl.FP32)
                    source = pld.window(source_buf, [16, 8], dtype=pl.FP32)
                    data_buf = pld.alloc_window_buffer([16, 8], dtype=pl.FP32)
                    data = pld.window(data_buf, [16, 8], dtype=pl.FP32)
                    send_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    send = pld.window(send_buf, [4, 1], dtype=pl.INT32)
                    gate_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    gate = pld.window(gate_buf, [4, 1], dtype=pl.INT32)
                    sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
                    recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                    recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        self.prepare(x[r], before[r], counts[r], source, data, send, gate, device=r)
                    pld.tensor.all_to_all_v(source, data, sig, send, recv)
                    for r in pl.range(pld.world_size()):
                        self.finish(y[r], got[r], cells[r], data, sig, recv, device=r)
            """;

    private static double value(int from, int to, int row, int column) {
        return 10000 * from + 1000 * to + 10 * row + column;
    }

    private static RunResult run(String exchange, int times) {
        return run(TEXT.replace("EXCHANGE", exchange).replace("TIMES", Integer.toString(times)));
    }

    private static RunResult run(String text) {
        View x = View.zeros(DType.FP32, RANKS, ROWS, COLUMNS);
        View before = View.zeros(DType.FP32, RANKS, ROWS, COLUMNS);
        View counts = View.zeros(DType.INT32, RANKS, RANKS, 1);
        for (int i = 0; i < RANKS * ROWS * COLUMNS; i++) {
            int row = i / COLUMNS % ROWS;
            Inputs.set(x, i, value(i / COLUMNS / ROWS, row / MOST, row % MOST, i % COLUMNS));
            Inputs.set(before, i, HOLE);
        }
        for (int i = 0; i < RANKS * RANKS; i++) {
            Inputs.set(counts, i, SEND[i / RANKS][i % RANKS]);
        }
        RunRequest request =
                new RunRequest(RANKS, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(60)))
                        .with("x", new Input.Given(x))
                        .with("before", new Input.Given(before))
                        .with("counts", new Input.Given(counts));
        RunResult result =
                Engine.standard().verifying().run(new SourceText("exchange.py", text), "", request);
        assertThat(result.isOk()).as(result.problems().toString()).isTrue();
        assertThat(result.problems())
                .extracting(p -> p.rule().id(), Problem::severity)
                .containsOnly(tuple("rows-clamped", Severity.WARNING));
        assertThat(result.problems().toString())
                .contains("rank 0 counts 9 rows for rank 3, and 4 are sent")
                .contains("rank 1 counts -3 rows for rank 0, and none is sent");
        return result;
    }

    private static void assertExchanged(RunResult result) {
        HostTensor y = result.output("y");
        HostTensor got = result.output("got");
        HostTensor cells = result.output("cells");
        int crossed = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            for (int from = 0; from < RANKS; from++) {
                assertThat(got.get(rank * RANKS + from))
                        .as("rank %d from %d", rank, from)
                        .isEqualTo(RECEIVED[rank][from]);
                assertThat(cells.get(rank * RANKS + from)).isZero();
                crossed += rank == from ? 0 : RECEIVED[rank][from];
                for (int row = 0; row < MOST; row++) {
                    for (int column = 0; column < COLUMNS; column++) {
                        long at = (((long) rank * RANKS + from) * MOST + row) * COLUMNS + column;
                        boolean hole = row >= RECEIVED[rank][from];
                        assertThat(y.get(at))
                                .as("rank %d, row %d from %d, column %d", rank, row, from, column)
                                .isEqualTo(hole ? HOLE : value(from, rank, row, column));
                    }
                }
            }
        }
        assertThat(crossed).isEqualTo(25);
        assertThat(result.rowsCrossed().orElseThrow() % crossed).isZero();
    }

    private static final String KERNEL =
            "self.kernel(x, before, counts, y, got, cells, data, sig, recv)";
    private static final String TASK = "pld.tensor.all_to_all_v(x, data, sig, counts, recv)";

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void a_kernel_exchanges_the_rows_that_are_announced(int times) {
        assertExchanged(run(KERNEL, times));
    }

    @Test
    void a_task_of_the_chip_exchanges_the_same() {
        assertExchanged(run(TASK, 1));
        assertExchanged(run("data = " + TASK + "\n        data = " + TASK, 1));
        assertExchanged(run("for k in pl.range(3):\n            data = " + TASK, 1));
    }

    @Test
    void a_builtin_of_the_host_exchanges_the_same() {
        assertExchanged(run(HOST));
    }

    @Test
    void all_rails_leave_identical_bytes() {
        RunResult kernel = run(KERNEL, 1);
        RunResult task = run(TASK, 1);
        RunResult builtin = run(HOST);
        for (String output : new String[] {"y", "got", "cells"}) {
            MemorySegment bytes = kernel.output(output).values().segment();
            assertThat(bytes.mismatch(task.output(output).values().segment()))
                    .as(output)
                    .isEqualTo(-1);
            assertThat(bytes.mismatch(builtin.output(output).values().segment()))
                    .as(output)
                    .isEqualTo(-1);
        }
    }
}
