package org.crosstile.bench;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.kernels.CompiledFunction;
import org.crosstile.kernels.CompiledProgram;
import org.crosstile.kernels.KernelCompiler;
import org.crosstile.lower.Pipeline;
import org.crosstile.memory.Arith;
import org.crosstile.memory.CommContext;
import org.crosstile.memory.Elements;
import org.crosstile.memory.Rank;
import org.crosstile.memory.Tile;
import org.crosstile.memory.TileMath;
import org.crosstile.memory.Transfer;
import org.crosstile.memory.Ub;
import org.crosstile.memory.View;
import org.crosstile.model.Program;
import org.crosstile.operators.Catalogue;
import org.crosstile.operators.Store;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Reader;
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
 * Generated code against the same calls written in Java: the sum of 64 rows of 256 floats, and a
 * loop of scalar arithmetic. And how long it takes to compile a program once the JVM is warm.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class KernelBenchmark {
    private static final String TEXT =
            """
            import pypto.language as pl


            @pl.program
            class Sums:
                @pl.function(type=pl.FunctionType.InCore)
                def rows(
                    self, x: pl.Tensor[[64, 256], pl.FP32], y: pl.Out[pl.Tensor[[1, 256], pl.FP32]]
                ):
                    total = pl.load(x, [0, 0], [1, 256])
                    for i in pl.range(1, 64):
                        total = pl.add(total, pl.load(x, [i, 0], [1, 256]))
                    pl.store(total, [0, 0], y)

                @pl.function(type=pl.FunctionType.InCore)
                def scalars(self, z: pl.Out[pl.Tensor[[1], pl.INT32]], n: pl.Scalar[pl.INDEX]):
                    a = n - n
                    for i in pl.range(n):
                        a = (a + i * 3) % 1000003
                    pl.write(z, [0], pl.cast(a, pl.INT32))
            """;

    private static final int ROWS = 64;
    private static final int COLUMNS = 256;
    private static final long[] ORIGIN = {0, 0};
    private static final long[] FIRST = {0};
    private static final long[] ROW = {1, COLUMNS};

    private long steps = 1000;
    private final View x = View.zeros(DType.FP32, ROWS, COLUMNS);
    private final View y = View.zeros(DType.FP32, 1, COLUMNS);
    private final View z = View.zeros(DType.INT32, 1);
    private final Rank rank = new Alone();
    private final Program lowered = lowered();
    private final CompiledProgram compiled = KernelCompiler.compile(lowered);
    private final CompiledFunction rows = compiled.function("rows").orElseThrow();
    private final CompiledFunction scalars = compiled.function("scalars").orElseThrow();

    private static Program lowered() {
        Problems problems = new Problems();
        SourceText source = new SourceText("sums.py", TEXT);
        Program program = Reader.load(source, LoadOptions.of(1), problems).select("").orElseThrow();
        Program lowered = Pipeline.standard(Catalogue.standard().all()).run(program, problems);
        if (problems.hasErrors()) {
            throw new IllegalStateException(problems.sorted().toString());
        }
        return lowered;
    }

    /** Makes sure that both sides compute the same. */
    @Setup
    public void setUp() {
        Tile ones = Tile.allocate(DType.FP32, ROWS, COLUMNS);
        TileMath.full(1.5f, ones);
        Transfer.store(ones, x, ORIGIN);
        rowsGenerated();
        Tile sum = Tile.allocate(DType.FP32, 1, COLUMNS);
        Transfer.load(y, ORIGIN, ROW, sum);
        if (sum.floats()[7] != 1.5f * ROWS) {
            throw new IllegalStateException(List.of(sum.floats()[7]).toString());
        }
    }

    @Benchmark
    public Object rowsGenerated() {
        return rows.invoke(rank, x, y);
    }

    @Benchmark
    public View rowsByHand() {
        Tile total = rank.ub().tile(0, DType.FP32, 1, COLUMNS);
        Tile row = rank.ub().tile(4 * COLUMNS, DType.FP32, 1, COLUMNS);
        Transfer.load(x, ORIGIN, ROW, total);
        for (long i = 1; i < ROWS; i++) {
            Transfer.load(x, new long[] {i, 0}, ROW, row);
            TileMath.binary(Arith.ADD, total, row, total);
        }
        return Store.store(total, ORIGIN, y);
    }

    @Benchmark
    public Object scalarsGenerated() {
        return scalars.invoke(rank, z, steps);
    }

    @Benchmark
    public long scalarsByHand() {
        long a = 0;
        for (long i = 0; i < steps; i++) {
            a = Math.floorMod(a + i * 3, 1000003L);
        }
        Elements.write(z, FIRST, (int) a);
        return a;
    }

    @Benchmark
    public CompiledProgram compile() {
        return KernelCompiler.compile(lowered);
    }

    /** A rank without windows. */
    private static final class Alone implements Rank {
        private final Ub ub = new Ub();

        @Override
        public int device() {
            return 0;
        }

        @Override
        public Ub ub() {
            return ub;
        }

        @Override
        public CommContext context(View window) {
            return new CommContext(0, 1);
        }

        @Override
        public View peer(View window, long peer) {
            return window;
        }

        @Override
        public void notify(
                View target, long peer, long[] offsets, int value, NotifyOp op, int site) {}

        @Override
        public void await(View signal, long[] offsets, int expected, WaitCmp cmp, int site) {}

        @Override
        public void fence() {}
    }
}
