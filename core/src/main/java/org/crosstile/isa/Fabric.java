package org.crosstile.isa;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;

/**
 * Ranks with one vector core each, whose memory all of them reach, on a simulated clock. Elements
 * are moved and computed for real; only time is simulated.
 *
 * <pre>
 * Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 4);
 * GlobalTensor[] x = fabric.tensors("x", DType.FP32, 128, 32);
 * GlobalTensor[] y = fabric.tensors("y", DType.FP32, 128, 32);
 * fabric.run(core -> {
 *     if (core.rank() == 0) {
 *         Tile acc = core.tile("acc", TileType.dynamic(DType.FP32, 16, 32));
 *         Tile recv = core.tile("recv", TileType.dynamic(DType.FP32, 16, 32));
 *         core.treduce(ParallelGroup.create(x, 4, 0), y[0], acc, recv, ReduceOp.Sum);
 *     }
 * });
 * </pre>
 */
public final class Fabric {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    private final CostModel costs;
    private final int ranks;
    private final Ccu ccu;

    /**
     * @param costs what the simulated clock charges; names the generation of chips
     * @param ranks at least 1
     */
    public Fabric(CostModel costs, int ranks) {
        if (ranks < 1) {
            throw new IllegalArgumentException("at least 1 rank, and not " + ranks);
        }
        this.costs = costs;
        this.ranks = ranks;
        this.ccu = new Ccu(costs, ranks);
    }

    public Arch arch() {
        return costs.arch();
    }

    public int ranks() {
        return ranks;
    }

    /** The host's side of the CCU. */
    public Ccu ccu() {
        return ccu;
    }

    /** A zero-filled packed tensor in the memory of each rank. */
    public GlobalTensor[] tensors(String name, DType dtype, long... shape) {
        GlobalTensor[] tensors = new GlobalTensor[ranks];
        for (int r = 0; r < ranks; r++) {
            tensors[r] = GlobalTensor.of(name, r, View.zeros(dtype, shape));
        }
        return tensors;
    }

    /**
     * Runs a kernel on all ranks; what was run before has ended for all of them. The clock starts
     * at 0.
     *
     * @return when which pipe worked
     * @throws Fault if a rank breaks a rule; all ranks have ended then. A {@link Race} between
     *     ranks is known when all have ended, and is suppressed by what ended them early
     * @throws CancellationException if the calling thread is interrupted, as all ranks are then
     */
    public Timeline run(Kernel kernel) {
        return run(kernel, Optional.empty());
    }

    /**
     * As {@link #run(Kernel)}, for a limited time. A kernel is ended where it issues its next
     * instruction.
     *
     * @param limit how long it may take; empty for as long as it makes progress
     */
    public Timeline run(Kernel kernel, Optional<Duration> limit) {
        Timeline timeline = new Timeline(ranks);
        Launch launch = new Launch(costs, ranks, timeline, ccu);
        List<Thread> threads = new ArrayList<>();
        for (int r = 0; r < ranks; r++) {
            Core core = launch.core(r);
            int rank = r;
            threads.add(
                    Thread.ofPlatform()
                            .daemon()
                            .name("rank " + r)
                            .unstarted(() ->
                                    launch.turns()
                                            .run(
                                                    rank,
                                                    () -> {
                                                        kernel.run(core);
                                                        core.end();
                                                    })));
        }
        threads.forEach(Thread::start);
        join(threads, launch.turns(), limit);
        Optional<Race> race = launch.crossings().race();
        launch.turns()
                .failure()
                .ifPresent(failure -> {
                    race.ifPresent(failure::addSuppressed);
                    rethrow(failure);
                });
        race.ifPresent(Fabric::rethrow);
        ccu.complete();
        return timeline;
    }

    /** Waits for all threads, which are asked to end when the time is over or nobody wants them. */
    private static void join(List<Thread> threads, Turns turns, Optional<Duration> limit) {
        long end = limit.map(l -> System.nanoTime() + nanos(l)).orElse(0L);
        boolean limited = limit.isPresent();
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    if (!limited) {
                        thread.join();
                    } else if (!thread.join(Duration.ofNanos(Math.max(0, end - System.nanoTime())))
                            && end - System.nanoTime() <= 0) {
                        turns.stop(expired(limit.get()));
                        limited = false;
                    }
                } catch (InterruptedException e) {
                    interrupted = true;
                    limited = false;
                    turns.stop(new CancellationException("the run was interrupted"));
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static long nanos(Duration limit) {
        return limit.compareTo(FOREVER) > 0 ? FOREVER.toNanos() : limit.toNanos();
    }

    private static Fault expired(Duration limit) {
        return new Fault(
                IsaRules.TIME.id(),
                IsaRules.TIME.headline(),
                "it has run for " + limit.toMillis() / 1000.0 + " s",
                "raise --timeout if it is only slow");
    }

    private static void rethrow(Throwable failure) {
        if (failure instanceof RuntimeException e) {
            throw e;
        }
        throw (Error) failure;
    }
}
