package org.crosstile.bench;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.crosstile.abi.DType;
import org.crosstile.memory.Arith;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.View;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One step of a reduction over 16 KiB of FP32: load two tiles, add, store. The others are what to
 * compare it with: the same bytes copied once, and the same sum over plain arrays without any
 * transfer.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class TileBenchmark {
    private static final int N = 4096;
    private static final long[] ORIGIN = {0, 0};
    private static final long[] SHAPE = {1, N};

    private final View own = View.zeros(DType.FP32, 1, N);
    private final View peer = View.zeros(DType.FP32, 1, N);
    private final View out = View.zeros(DType.FP32, 1, N);
    private final Tile a = Tile.allocate(DType.FP32, 1, N);
    private final Tile b = Tile.allocate(DType.FP32, 1, N);
    private final float[] sum = new float[N];

    @Setup
    public void setUp() {
        TileMath.full(1.5f, a);
        Transfer.store(a, own, ORIGIN);
        Transfer.store(a, peer, ORIGIN);
    }

    @Benchmark
    public View loadAddStore() {
        Transfer.load(own, ORIGIN, SHAPE, a);
        Transfer.load(peer, ORIGIN, SHAPE, b);
        TileMath.binary(Arith.ADD, a, b, a);
        Transfer.store(a, out, ORIGIN);
        return out;
    }

    @Benchmark
    public View copyOnce() {
        MemorySegment.copy(own.segment(), 0, out.segment(), 0, 4L * N);
        return out;
    }

    @Benchmark
    public float[] addArrays() {
        float[] x = a.floats();
        float[] y = b.floats();
        for (int i = 0; i < N; i++) {
            sum[i] = x[i] + y[i];
        }
        return sum;
    }
}
