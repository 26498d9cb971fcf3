package org.crosstile.bench;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.isa.Arch;
import org.crosstile.isa.CostModel;
import org.crosstile.isa.Fabric;
import org.crosstile.isa.GlobalTensor;
import org.crosstile.isa.ParallelGroup;
import org.crosstile.isa.ReduceOp;
import org.crosstile.isa.Tile;
import org.crosstile.isa.TileType;
import org.crosstile.memory.View;

/**
 * TREDUCE of large buffers through tiles of 16 KiB, beside a plain loop that copies the same bytes:
 * every rank's buffer, in blocks of 16 KiB, to the same result. Both are repeated in turn, and the
 * medians compared; every result is verified.
 *
 * <pre>java -cp 'bench/target/bench.jar:bench/target/lib/*' org.crosstile.bench.LargeReduce 512 4
 * </pre>
 */
public final class LargeReduce {
    private static final int ROWS = 64;
    private static final int COLS = 64;
    private static final int BLOCK = ROWS * COLS * 4;
    private static final int WARM_UP = 8;
    private static final int ROUNDS = 15;

    private final int ranks;
    private final Fabric fabric;
    private final GlobalTensor[] x;
    private final GlobalTensor y;

    private LargeReduce(long mebibytes, int ranks) {
        this.ranks = ranks;
        this.fabric = new Fabric(CostModel.standard(Arch.A2A3), ranks);
        long rows = (mebibytes << 20) / ranks / BLOCK * ROWS;
        this.x = fabric.tensors("x", DType.FP32, rows, COLS);
        this.y = GlobalTensor.of("y", 0, View.zeros(DType.FP32, rows, COLS));
    }

    /**
     * Prints times in ms, throughputs in GB/s of bytes read, and ratios.
     *
     * @param args MiB of all ranks together (default 512) and ranks (default 4)
     */
    public static void main(String[] args) {
        long mebibytes = args.length > 0 ? Long.parseLong(args[0]) : 512;
        int ranks = args.length > 1 ? Integer.parseInt(args[1]) : 4;
        new LargeReduce(mebibytes, ranks).run();
    }

    private void run() {
        for (GlobalTensor tensor : x) {
            fill(tensor);
        }
        double[] single = new double[ROUNDS];
        double[] pingPong = new double[ROUNDS];
        double[] copy = new double[ROUNDS];
        for (int i = 0; i < WARM_UP; i++) {
            copy();
            reduce(1 + i % 2);
            verify();
        }
        long before = heap();
        for (int i = 0; i < ROUNDS; i++) {
            copy[i] = time(this::copy);
            single[i] = time(() -> reduce(1));
            pingPong[i] = time(() -> reduce(2));
        }
        verify();
        double bytes = (double) bytes(x[0]) * ranks;
        print("plain copy loop", copy, bytes, copy);
        print("TREDUCE", single, bytes, copy);
        print("TREDUCE ping-pong", pingPong, bytes, copy);
        IO.println("heap grown by " + (heap() - before) / 1024 + " KiB over all rounds");
    }

    private static long heap() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    private static void print(String what, double[] times, double bytes, double[] copy) {
        double ms = median(times);
        IO.println(
                "%-18s %8.1f ms  %5.2f GB/s  %.2f of the copy loop"
                        .formatted(what, ms, bytes / ms / 1e6, median(copy) / ms));
    }

    private static double median(double[] times) {
        double[] sorted = times.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    private static double time(Runnable work) {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }

    private static long bytes(GlobalTensor tensor) {
        return tensor.type().rows() * tensor.type().cols() * tensor.dtype().bytes();
    }

    private static void fill(GlobalTensor tensor) {
        MemorySegment segment = tensor.view().segment();
        long n = bytes(tensor) / 4;
        for (long i = 0; i < n; i++) {
            segment.setAtIndex(ValueLayout.JAVA_FLOAT, i, element(tensor, i));
        }
    }

    private static float element(GlobalTensor tensor, long i) {
        return (float) ((i + 100L * tensor.rank()) % 1000);
    }

    private void copy() {
        MemorySegment to = y.view().segment();
        for (GlobalTensor tensor : x) {
            MemorySegment from = tensor.view().segment();
            for (long at = 0; at < bytes(tensor); at += BLOCK) {
                MemorySegment.copy(from, at, to, at, BLOCK);
            }
        }
    }

    private void reduce(int stages) {
        TileType type = TileType.fixed(DType.FP32, ROWS, COLS);
        fabric.run(core -> {
            if (core.rank() == 0) {
                ParallelGroup group = ParallelGroup.create(x, ranks, 0);
                Tile acc = core.tile("acc", type);
                List<Tile> recv = List.of(core.tile("ping", type), core.tile("pong", type));
                if (stages == 1) {
                    core.treduce(group, y, acc, recv.getFirst(), ReduceOp.Sum);
                } else {
                    core.treduce(group, y, acc, recv.get(0), recv.get(1), ReduceOp.Sum);
                }
            }
        });
    }

    private void verify() {
        MemorySegment result = y.view().segment();
        long n = bytes(y) / 4;
        for (long i = 0; i < n; i++) {
            float sum = 0;
            for (GlobalTensor tensor : x) {
                sum += element(tensor, i);
            }
            if (result.getAtIndex(ValueLayout.JAVA_FLOAT, i) != sum) {
                throw new IllegalStateException("element " + i + " is wrong");
            }
        }
    }
}
