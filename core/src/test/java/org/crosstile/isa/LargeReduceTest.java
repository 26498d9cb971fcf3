package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.crosstile.abi.DType;
import org.crosstile.memory.View;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Buffers that are much larger than the tiles: what is remembered of accesses does not grow with
 * them. The throughput is printed beside that of a plain copy loop; {@code bench.LargeReduce} does
 * so for 512 MiB.
 */
@Timeout(120)
class LargeReduceTest {
    private static final int RANKS = 4;
    private static final int BLOCK = 16 * 1024;
    private static final int WARM_UP = 12;
    private static final int ROUNDS = 7;
    private static final TileType TILE = TileType.fixed(DType.FP32, 64, 64);

    private final Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), RANKS);
    private final GlobalTensor[] x = fabric.tensors("x", DType.FP32, 512 * 1024, 64);
    private final GlobalTensor y = GlobalTensor.of("y", 0, View.zeros(DType.FP32, 512 * 1024, 64));

    private static long bytes(GlobalTensor tensor) {
        return tensor.view().elements() * tensor.dtype().bytes();
    }

    private void copy() {
        for (GlobalTensor tensor : x) {
            MemorySegment from = tensor.view().segment();
            for (long at = 0; at < bytes(tensor); at += BLOCK) {
                MemorySegment.copy(from, at, y.view().segment(), at, BLOCK);
            }
        }
    }

    private void reduce() {
        fabric.run(core -> {
            if (core.rank() == 0) {
                core.treduce(
                        ParallelGroup.create(x, RANKS, 0),
                        y,
                        core.tile("acc", TILE),
                        core.tile("ping", TILE),
                        core.tile("pong", TILE),
                        ReduceOp.Sum);
            }
        });
    }

    private static double seconds(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e9;
    }

    @Test
    void a_large_reduction_is_right_and_its_throughput_is_shown() {
        Plain.fill(x, (rank, i) -> (i + 100 * rank) % 1000);
        for (int i = 0; i < WARM_UP; i++) {
            copy();
            reduce();
        }
        double[] copies = new double[ROUNDS];
        double[] reductions = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            copies[i] = seconds(this::copy);
            reductions[i] = seconds(this::reduce);
        }

        Plain.assertElements(y, i -> Plain.reduced(ReduceOp.Sum, x, 0, i));
        Arrays.sort(copies);
        Arrays.sort(reductions);
        System.out.printf(
                "TREDUCE of %d MiB through 16 KiB tiles: %.2f of the throughput of a plain copy loop%n",
                RANKS * bytes(x[0]) >> 20, copies[ROUNDS / 2] / reductions[ROUNDS / 2]);
    }

    @Test
    void what_is_remembered_of_accesses_does_not_grow() {
        Crossings crossings = new Crossings(1);
        Pipes[] pipes = {new Pipes(0, CostModel.standard(Arch.A2A3), new Timeline(1), crossings)};
        GmAccesses gm = new GmAccesses(1, crossings);
        Fabric one = new Fabric(CostModel.standard(Arch.A2A3), 1);
        GlobalTensor src = one.tensors("s", DType.INT8, 1 << 14, 32)[0];
        GlobalTensor dst = one.tensors("d", DType.INT8, 1 << 14, 32)[0];
        gm.nextInstruction();
        int most = 0;
        for (int row = 0; row < 1 << 14; row++) {
            long[] at = {0, 0, 0, row, 0};
            long[] shape = {1, 1, 1, 1, 32};
            pipes[0].begin(Pipe.MTE2);
            gm.touch(pipes, 0, Pipe.MTE2, src, at, shape, GmAccess.How.READS, Work.NONE);
            RecordEvent loaded = pipes[0].end(Pipe.MTE2, 1, "TLOAD");
            pipes[0].begin(Pipe.V, loaded);
            RecordEvent added = pipes[0].end(Pipe.V, 1, "TADD");
            pipes[0].begin(Pipe.MTE3, added);
            gm.touch(pipes, 0, Pipe.MTE3, dst, at, shape, GmAccess.How.WRITES, Work.NONE);
            RecordEvent stored = pipes[0].end(Pipe.MTE3, 1, "TSTORE");
            pipes[0].begin(Pipe.MTE2, stored);
            pipes[0].begin(Pipe.V, stored);
            most = Math.max(most, gm.size());
        }

        assertThat(most).isLessThan(100);
        assertThat(crossings.size()).isEqualTo(2);
    }
}
