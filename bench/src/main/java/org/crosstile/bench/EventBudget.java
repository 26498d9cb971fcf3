package org.crosstile.bench;

import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.crosstile.engine.Engine;
import org.crosstile.engine.Executable;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.engine.RunTimes;
import org.crosstile.ranks.threads.ThreadWorld;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;

/**
 * What it costs to keep the last events of every rank: allreduces of 1 MiB with and without, in
 * turns. Prints the medians and their ratio.
 *
 * <pre>java -cp bench/target/bench.jar:... org.crosstile.bench.EventBudget [ranks [pairs]]</pre>
 */
public final class EventBudget {
    private static final int CALLS = 50;
    private static final String TEXT =
            """
            import pypto.language as pl
            import pypto.language.distributed as pld

            NR = pl.dynamic("NR")


            @pl.jit.incore
            def kernel(
                done: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
                data: pl.InOut[pld.DistributedTensor[[1, 262144], pl.FP32]],
                signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
            ):
                for i in pl.range(%d):
                    data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Max)
                return pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], done)


            @pl.jit
            def on_each_chip(
                done: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
                data: pl.InOut[pld.DistributedTensor[[1, 262144], pl.FP32]],
                signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
            ):
                return kernel(done, data, signal)


            @pl.jit.host
            def host(done: pl.Out[pl.Tensor[[NR, 1, 8], pl.FP32]]):
                data_buf = pld.alloc_window_buffer([1, 262144], dtype=pl.FP32)
                signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
                for r in pl.range(pld.world_size()):
                    data = pld.window(data_buf, [1, 262144], dtype=pl.FP32)
                    signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
                    on_each_chip(done[r], data, signal, device=r)
            """
                    .formatted(CALLS);

    private EventBudget() {}

    /**
     * Measures.
     *
     * @param args number of ranks, number of pairs of runs
     */
    public static void main(String[] args) {
        int ranks = args.length > 0 ? Integer.parseInt(args[0]) : 2;
        int pairs = args.length > 1 ? Integer.parseInt(args[1]) : 40;
        Executable with = build(Engine.standard());
        Executable without = build(Engine.standard().on(ThreadWorld.withoutEvents()));
        for (int i = 0; i < 5; i++) {
            time(with, ranks);
            time(without, ranks);
        }
        double[] kept = new double[pairs];
        double[] bare = new double[pairs];
        double[] ratios = new double[pairs];
        for (int i = 0; i < pairs; i++) {
            boolean first = i % 2 == 0;
            double a = time(first ? with : without, ranks);
            double b = time(first ? without : with, ranks);
            kept[i] = first ? a : b;
            bare[i] = first ? b : a;
            ratios[i] = kept[i] / bare[i];
        }
        System.out.printf(
                "allreduce of 1 MiB, %d ranks, %d pairs of %d calls%n", ranks, pairs, CALLS);
        System.out.printf("with events      %8.1f us a call%n", median(kept));
        System.out.printf("without events   %8.1f us a call%n", median(bare));
        System.out.printf("median of ratios %8.4f%n", median(ratios));
    }

    private static Executable build(Engine engine) {
        Problems problems = new Problems();
        return engine.build(
                        new SourceText("budget.py", TEXT),
                        "",
                        new LoadOptions(Map.of(), 2),
                        problems,
                        new RunTimes())
                .orElseThrow(() -> new IllegalStateException(problems.sorted().toString()));
    }

    /** Microseconds per call. */
    private static double time(Executable program, int ranks) {
        RunRequest request =
                new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(Duration.ofMinutes(2)));
        RunResult result = program.run(request);
        if (!result.isOk()) {
            throw new IllegalStateException(result.problems().toString());
        }
        return result.times().nanos().getOrDefault("run", 0L) / 1e3 / CALLS;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
