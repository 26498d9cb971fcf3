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
import org.crosstile.source.Problem;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** The release rule on small runs, each in many of its possible orders. */
class TraceReportTest {
    private static final long DATA = 0;
    private static final long CELLS = 4096;

    /** What one rank does: steps that can be carried out when the cells allow it. */
    private static final class Script {
        private final List<List<Step>> ranks = new ArrayList<>();

        Script(int n) {
            for (int i = 0; i < n; i++) {
                ranks.add(new ArrayList<>());
            }
        }

        Script write(int rank, int device, int at) {
            return add(rank, new Step(Trace.Kind.WRITE, device, DATA + 4L * at, 0, 0));
        }

        Script read(int rank, int device, int at) {
            return add(rank, new Step(Trace.Kind.READ, device, DATA + 4L * at, 0, 0));
        }

        Script fence(int rank) {
            return add(rank, new Step(Trace.Kind.FENCE, 0, 0, 0, 0));
        }

        Script send(int rank, int device, int cell, int value) {
            return fence(rank)
                    .add(rank, new Step(Trace.Kind.NOTIFY, device, CELLS + 4L * cell, value, 0));
        }

        Script set(int rank, int device, int cell, int value) {
            return fence(rank)
                    .add(rank, new Step(Trace.Kind.NOTIFY, device, CELLS + 4L * cell, value, 1));
        }

        Script await(int rank, int cell, int value) {
            return add(rank, new Step(Trace.Kind.WAIT, rank, CELLS + 4L * cell, value, 0));
        }

        Script awaitExactly(int rank, int cell, int value) {
            return add(rank, new Step(Trace.Kind.WAIT, rank, CELLS + 4L * cell, value, 1));
        }

        private Script add(int rank, Step step) {
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
                        TraceReport.of(trace(seed), false, true, s -> new Site(Span.NONE, ""))
                                .stream()
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
    }

    private record Step(Trace.Kind kind, int device, long offset, int value, int op) {
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
                case WRITE, ADD ->
                        trace.wrote(
                                kind,
                                rank,
                                site,
                                device,
                                Area.run(offset, 4),
                                DType.INT32,
                                new int[] {value});
                default -> trace.touched(kind, rank, site, device, Area.run(offset, 4));
            }
        }
    }

    private static final int P = 3;

    private static void setBarrier(Script s) {
        for (int r = 0; r < P; r++) {
            for (int q = 0; q < P; q++) {
                s.set(r, q, r, 1);
            }
            for (int q = 0; q < P; q++) {
                s.await(r, q, 1);
            }
        }
    }

    private static void creditBarrier(Script s) {
        for (int r = 0; r < P; r++) {
            for (int q = 0; q < P; q++) {
                s.send(r, q, r, 1);
            }
            for (int q = 0; q < P; q++) {
                s.await(r, q, 1);
            }
            for (int q = 0; q < P; q++) {
                s.send(r, r, q, -1);
            }
        }
    }

    private static Script twoPhases(java.util.function.Consumer<Script> barrier) {
        Script s = new Script(P);
        for (int phase = 0; phase < 2; phase++) {
            for (int r = 0; r < P; r++) {
                s.write(r, r, 0);
            }
            barrier.accept(s);
            for (int r = 0; r < P; r++) {
                s.read(r, (r + 1) % P, 0);
            }
            barrier.accept(s);
        }
        return s;
    }

    @Test
    void a_barrier_made_with_Set_orders_nothing_the_second_time() {
        assertThat(twoPhases(TraceReportTest::setBarrier).broken()).contains("race");
    }

    @Test
    void a_barrier_of_credits_orders_every_time() {
        assertThat(twoPhases(TraceReportTest::creditBarrier).broken()).isEmpty();
    }

    private static Script epochs(boolean growing) {
        Script s = new Script(2);
        for (int k = 0; k < 5; k++) {
            s.write(0, 0, k).send(0, 1, 0, growing ? k + 1 : 1);
            s.await(1, 0, k + 1).read(1, 0, k);
        }
        return s;
    }

    @Test
    void an_epoch_that_grows_while_its_threshold_does_not_orders_nothing_from_round_two_on() {
        Script s = epochs(true);
        assertThat(s.broken()).containsExactly("race");
        List<Problem> problems =
                TraceReport.of(s.trace(1), false, true, i -> new Site(Span.NONE, ""));
        String first = problems.getFirst().headline();
        assertThat(first).contains("bytes 8 to 11 of `x`");
        assertThat(problems.getFirst().notes().getFirst()).contains("pre-satisfied");
    }

    @Test
    void equal_steps_order_every_round() {
        assertThat(epochs(false).broken()).isEmpty();
    }

    /** A counter that all add to, a root that releases them: central barrier. */
    private static Script central(int step) {
        Script s = new Script(P);
        for (int round = 0; round < 4; round++) {
            for (int r = 0; r < P; r++) {
                s.write(r, r, 0);
                s.send(r, 0, 0, step);
            }
            s.await(0, 0, P * (round + 1));
            for (int r = 0; r < P; r++) {
                s.send(0, r, 1, 1);
                s.await(r, 1, round + 1);
                s.read(r, (r + 1) % P, 0);
                s.send(r, 0, 2, 1);
            }
            s.await(0, 2, P * (round + 1));
            for (int r = 0; r < P; r++) {
                s.send(0, r, 3, 1);
                s.await(r, 3, round + 1);
            }
        }
        return s;
    }

    @Test
    void a_central_counter_that_counts_on_orders_every_round() {
        assertThat(central(1).broken()).isEmpty();
    }

    @Test
    void a_counter_says_how_many_have_come_and_not_which() {
        Script s = new Script(3);
        s.write(1, 0, 1).send(1, 0, 0, 1);
        s.write(2, 0, 2).send(2, 0, 0, 1);
        s.await(0, 0, 1).read(0, 0, 1).await(0, 0, 2).read(0, 0, 2);
        assertThat(s.broken()).containsExactly("race");
        Script all = new Script(3);
        all.write(1, 0, 1).send(1, 0, 0, 1);
        all.write(2, 0, 2).send(2, 0, 0, 1);
        all.await(0, 0, 2).read(0, 0, 1).read(0, 0, 2);
        assertThat(all.broken()).isEmpty();
    }

    @Test
    void a_write_is_not_complete_before_a_fence() {
        Script s = new Script(2);
        s.write(0, 1, 0);
        s.add(0, new Step(Trace.Kind.NOTIFY, 1, CELLS, 1, 0));
        s.await(1, 0, 1).read(1, 1, 0);
        assertThat(s.broken()).containsExactly("race");
    }

    @Test
    void exact_waits_with_acknowledgements_order_sets() {
        Script s = new Script(2);
        int ack = 0;
        for (int value : new int[] {1, 0, 2}) {
            s.write(0, 1, 0).set(0, 1, 0, value);
            s.awaitExactly(1, 0, value).read(1, 1, 0).send(1, 0, 1, 1);
            s.await(0, 1, ++ack);
        }
        assertThat(s.broken()).isEmpty();
    }

    @Test
    void unordered_sets_of_different_values_wipe_each_other() {
        Script s = new Script(3);
        s.set(1, 0, 0, 1).set(2, 0, 0, 2).await(0, 0, 1);
        assertThat(s.broken()).contains("signal-wiped");
    }

    @Test
    void a_signal_that_nobody_waits_for_is_a_leak() {
        Script s = new Script(2);
        s.send(0, 1, 0, 1).send(0, 1, 0, 1).await(1, 0, 1);
        assertThat(s.broken()).containsExactly("signal-leak");
    }

    @Test
    void a_read_of_what_nobody_wrote_is_named() {
        Script s = new Script(2);
        s.write(0, 1, 0).send(0, 1, 0, 1).await(1, 0, 1).read(1, 1, 0).read(1, 1, 1);
        assertThat(s.broken()).containsExactly("window-uninit");
    }

    @Test
    void an_overwritten_buffer_needs_an_answer_of_its_reader() {
        Script s = new Script(2);
        for (int k = 0; k < 3; k++) {
            s.write(0, 1, 0).send(0, 1, 0, 1).await(1, 0, k + 1).read(1, 1, 0);
        }
        assertThat(s.broken()).containsExactly("race");
        Script answered = new Script(2);
        for (int k = 0; k < 3; k++) {
            answered.write(0, 1, 0).send(0, 1, 0, 1).await(1, 0, k + 1).read(1, 1, 0);
            answered.send(1, 0, 1, 1).await(0, 1, k + 1);
        }
        assertThat(answered.broken()).isEmpty();
    }
}
