package org.crosstile.ranks.threads;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Cells;
import org.crosstile.memory.Host;
import org.crosstile.memory.Rank;
import org.crosstile.memory.View;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Outcome;

/** Functions written in Java, as a compiled program would be: number 0 is the host function. */
final class FakeCode implements Code {
    /** A host function. */
    interface HostBody {
        void run(Host host, Object[] args) throws Exception;
    }

    /** A chip function. */
    interface ChipBody {
        void run(Rank rank, Object[] args) throws Exception;
    }

    private final HostBody host;
    private final List<ChipBody> chips = new ArrayList<>();

    FakeCode(HostBody host, ChipBody... chips) {
        this.host = host;
        this.chips.addAll(List.of(chips));
    }

    @Override
    public String name(int function) {
        return function == 0 ? "host" : "chip" + function;
    }

    @Override
    public void invoke(int function, Object port, Object[] args) throws Throwable {
        if (function == 0) {
            host.run((Host) port, args);
        } else {
            chips.get(function - 1).run((Rank) port, args);
        }
    }

    /**
     * A host that allocates one signal window of {@code cells} and launches function 1 everywhere.
     */
    static HostBody everywhere(long cells) {
        return (host, args) -> {
            View sig = signals(host, "sig", cells);
            for (int d = 0; d < host.worldSize(); d++) {
                host.dispatch(1, d, new Object[] {sig}, 7);
            }
        };
    }

    static View signals(Host host, String name, long cells) {
        return host.window(
                host.allocate(name, 4 * cells, 1), new long[] {cells, 1}, DType.INT32, 2);
    }

    Outcome run(int ranks, Object... args) {
        return run(ranks, Optional.of(Duration.ofSeconds(60)), args);
    }

    Outcome run(int ranks, Optional<Duration> limit, Object... args) {
        return new ThreadWorld().run(new Launch(this, 0, true, ranks, List.of(args), limit));
    }

    static void add(Rank rank, View sig, long peer, long cell, int value) {
        rank.notify(
                sig, peer, new long[] {cell, 0}, value, NotifyOp.AtomicAdd, 100 + rank.device());
    }

    static void await(Rank rank, View sig, long cell, int expected) {
        rank.await(sig, new long[] {cell, 0}, expected, WaitCmp.Ge, 200 + rank.device());
    }

    /** The credit barrier, generation {@code g}. */
    static void barrier(Rank rank, View sig, int ranks, int g) {
        for (int p = 0; p < ranks; p++) {
            if (p != rank.device()) {
                add(rank, sig, p, rank.device(), 1);
            }
        }
        for (int p = 0; p < ranks; p++) {
            if (p != rank.device()) {
                await(rank, sig, p, g);
            }
        }
    }

    static int read(View view, long... index) {
        return Cells.read(view.segment(), view.address(index));
    }

    static View ints(int n) {
        return View.packed(MemorySegment.ofArray(new int[n]), 0, DType.INT32, n);
    }

    static void write(View view, int value, long... index) {
        Cells.set(view.segment(), view.address(index), value);
    }
}
