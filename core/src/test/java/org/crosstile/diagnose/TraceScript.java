package org.crosstile.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.crosstile.abi.DType;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.Area;
import org.crosstile.memory.Domain;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Trace;
import org.crosstile.source.Span;

/** What one rank does: steps that can be carried out when the cells allow it. */
final class TraceScript {
    static final long DATA = 0;
    static final long CELLS = 4096;

    private final List<List<Step>> ranks = new ArrayList<>();

    TraceScript(int n) {
        for (int i = 0; i < n; i++) {
            ranks.add(new ArrayList<>());
        }
    }

    TraceScript write(int rank, int device, int at) {
        return add(rank, new Step(Trace.Kind.WRITE, device, DATA + 4L * at, 0, 0));
    }

    TraceScript read(int rank, int device, int at) {
        return add(rank, new Step(Trace.Kind.READ, device, DATA + 4L * at, 0, 0));
    }

    /** Reads a cell of a device, without waiting for it. */
    TraceScript look(int rank, int device, int cell) {
        return add(rank, new Step(Trace.Kind.READ, device, CELLS + 4L * cell, 0, 0));
    }

    /** Stores a number into a cell by a transfer. */
    TraceScript store(int rank, int device, int cell, int value) {
        return add(rank, new Step(Trace.Kind.WRITE, device, CELLS + 4L * cell, value, 0));
    }

    /** Adds a number to a cell by a transfer. */
    TraceScript addition(int rank, int device, int cell, int value) {
        return add(rank, new Step(Trace.Kind.ADD, device, CELLS + 4L * cell, value, 0));
    }

    TraceScript fence(int rank) {
        return add(rank, new Step(Trace.Kind.FENCE, 0, 0, 0, 0));
    }

    TraceScript send(int rank, int device, int cell, int value) {
        return fence(rank)
                .add(rank, new Step(Trace.Kind.NOTIFY, device, CELLS + 4L * cell, value, 0));
    }

    TraceScript set(int rank, int device, int cell, int value) {
        return fence(rank)
                .add(rank, new Step(Trace.Kind.NOTIFY, device, CELLS + 4L * cell, value, 1));
    }

    TraceScript await(int rank, int cell, int value) {
        return add(rank, new Step(Trace.Kind.WAIT, rank, CELLS + 4L * cell, value, 0));
    }

    TraceScript awaitExactly(int rank, int cell, int value) {
        return add(rank, new Step(Trace.Kind.WAIT, rank, CELLS + 4L * cell, value, 1));
    }

    TraceScript add(int rank, Step step) {
        ranks.get(rank).add(step);
        return this;
    }

    /** One of the orders in which this may happen. */
    Trace trace(long seed) {
        Random random = new Random(seed);
        Trace trace = new Trace();
        Domain domain = new Domain("all", List.of());
        trace.windows(
                List.of(
                        new WindowBuffer("x", DATA, 4096, domain),
                        new WindowBuffer("s", CELLS, 4096, domain)));
        int[][] cells = new int[ranks.size()][1024];
        int[] at = new int[ranks.size()];
        for (int r = 0; r < at.length; r++) {
            int _ = trace.agent(r, 0);
        }
        while (true) {
            List<Integer> ready = new ArrayList<>();
            for (int r = 0; r < at.length; r++) {
                if (at[r] < ranks.get(r).size() && ranks.get(r).get(at[r]).isReady(cells)) {
                    ready.add(r);
                }
            }
            if (ready.isEmpty()) {
                break;
            }
            int r = ready.get(random.nextInt(ready.size()));
            ranks.get(r).get(at[r]).happen(trace, r, at[r], cells);
            at[r]++;
        }
        for (int r = 0; r < at.length; r++) {
            assertThat(at[r]).as("rank %d ends", r).isEqualTo(ranks.get(r).size());
            trace.did(Trace.Kind.TASK_END, r, -1, 0);
        }
        return trace;
    }

    /** The rules that some order breaks; the same in every order, if it is a race. */
    List<String> broken() {
        List<String> first = List.of();
        for (long seed = 0; seed < 30; seed++) {
            List<String> rules =
                    TraceReport.of(trace(seed), false, true, s -> new Site(Span.NONE, "")).stream()
                            .map(p -> p.rule().id())
                            .distinct()
                            .sorted()
                            .toList();
            if (seed == 0) {
                first = rules;
            }
            assertThat(rules).as("seed %d", seed).isEqualTo(first);
        }
        return first;
    }

    record Step(Trace.Kind kind, int device, long offset, int value, int op) {
        boolean isReady(int[][] cells) {
            if (kind != Trace.Kind.WAIT) {
                return true;
            }
            int now = cells[device][(int) (offset - CELLS) / 4];
            return op == 1 ? now == value : now >= value;
        }

        void happen(Trace trace, int rank, int site, int[][] cells) {
            int cell = (int) (offset - CELLS) / 4;
            switch (kind) {
                case NOTIFY -> {
                    cells[device][cell] = op == 1 ? value : cells[device][cell] + value;
                    trace.notified(
                            rank,
                            site,
                            device,
                            offset,
                            op == 1 ? NotifyOp.Set : NotifyOp.AtomicAdd,
                            value,
                            cells[device][cell]);
                }
                case WAIT ->
                        trace.waited(
                                rank,
                                site,
                                device,
                                offset,
                                op == 1 ? WaitCmp.Eq : WaitCmp.Ge,
                                value,
                                cells[device][cell]);
                case FENCE -> trace.fenced(rank, site);
                case WRITE, ADD -> {
                    if (offset >= CELLS) {
                        int before = kind == Trace.Kind.ADD ? cells[device][cell] : 0;
                        cells[device][cell] = before + value;
                    }
                    trace.wrote(
                            kind,
                            rank,
                            site,
                            device,
                            Area.run(offset, 4),
                            DType.INT32,
                            new int[] {value});
                }
                default -> trace.touched(kind, rank, site, device, Area.run(offset, 4));
            }
        }
    }
}
