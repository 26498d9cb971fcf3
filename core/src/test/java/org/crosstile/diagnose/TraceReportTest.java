package org.crosstile.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.crosstile.memory.Domain;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Origin;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** The release rule on small runs, each in many of its possible orders. */
class TraceReportTest {
    private static final int P = 3;

    private static void setBarrier(TraceScript s) {
        for (int r = 0; r < P; r++) {
            for (int q = 0; q < P; q++) {
                s.set(r, q, r, 1);
            }
            for (int q = 0; q < P; q++) {
                s.await(r, q, 1);
            }
        }
    }

    private static void creditBarrier(TraceScript s) {
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

    private static TraceScript twoPhases(java.util.function.Consumer<TraceScript> barrier) {
        TraceScript s = new TraceScript(P);
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

    private static TraceScript epochs(boolean growing) {
        TraceScript s = new TraceScript(2);
        for (int k = 0; k < 5; k++) {
            s.write(0, 0, k).send(0, 1, 0, growing ? k + 1 : 1);
            s.await(1, 0, k + 1).read(1, 0, k);
        }
        return s;
    }

    @Test
    void an_epoch_that_grows_while_its_threshold_does_not_orders_nothing_from_round_two_on() {
        TraceScript s = epochs(true);
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
    private static TraceScript central(int step) {
        TraceScript s = new TraceScript(P);
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
        TraceScript s = new TraceScript(3);
        s.write(1, 0, 1).send(1, 0, 0, 1);
        s.write(2, 0, 2).send(2, 0, 0, 1);
        s.await(0, 0, 1).read(0, 0, 1).await(0, 0, 2).read(0, 0, 2);
        assertThat(s.broken()).containsExactly("race");
        TraceScript all = new TraceScript(3);
        all.write(1, 0, 1).send(1, 0, 0, 1);
        all.write(2, 0, 2).send(2, 0, 0, 1);
        all.await(0, 0, 2).read(0, 0, 1).read(0, 0, 2);
        assertThat(all.broken()).isEmpty();
    }

    @Test
    void a_write_is_not_complete_before_a_fence() {
        TraceScript s = new TraceScript(2);
        s.write(0, 1, 0);
        s.add(0, new TraceScript.Step(Trace.Kind.NOTIFY, 1, TraceScript.CELLS, 1, 0));
        s.await(1, 0, 1).read(1, 1, 0);
        assertThat(s.broken()).containsExactly("race");
    }

    @Test
    void exact_waits_with_acknowledgements_order_sets() {
        TraceScript s = new TraceScript(2);
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
        TraceScript s = new TraceScript(3);
        s.set(1, 0, 0, 1).set(2, 0, 0, 2).await(0, 0, 1);
        assertThat(s.broken()).contains("signal-wiped");
    }

    @Test
    void a_signal_that_nobody_waits_for_is_a_leak() {
        TraceScript s = new TraceScript(2);
        s.send(0, 1, 0, 1).send(0, 1, 0, 1).await(1, 0, 1);
        assertThat(s.broken()).containsExactly("signal-leak");
    }

    @Test
    void what_nobody_wrote_is_named_where_something_comes_of_it() {
        assertThat(used(data(), false)).containsExactly("window-uninit");
        assertThat(used(new Origin.Tile(1, 3), false)).containsExactly("tile-uninit");
        assertThat(used(tensor(), false)).containsExactly("tensor-uninit");
    }

    @Test
    void an_addition_finds_zeros_in_a_window_and_nothing_in_a_tensor() {
        assertThat(used(data(), true)).isEmpty();
        assertThat(used(tensor(), true)).containsExactly("tensor-uninit");
    }

    @Test
    void cells_begin_at_zero() {
        WindowBuffer cells =
                new WindowBuffer("s", TraceScript.CELLS, 4096, new Domain("all", List.of()));
        assertThat(used(new Origin.Window(1, 3, 1, cells, TraceScript.CELLS + 8, 4), false))
                .isEmpty();
    }

    private static Origin data() {
        WindowBuffer data =
                new WindowBuffer("x", TraceScript.DATA, 4096, new Domain("all", List.of()));
        return new Origin.Window(1, 3, 1, data, 4, 4);
    }

    private static Origin tensor() {
        return new Origin.Tensor(1, 3, Optional.of("y"), -1, 0, 4);
    }

    /** The rules that a run breaks whose rank 1 uses something that nobody has written. */
    private static List<String> used(Origin origin, boolean adds) {
        TraceScript s = new TraceScript(2);
        s.write(0, 1, 0).send(0, 1, 0, 1).await(1, 0, 1).read(1, 1, 0).read(1, 1, 1);
        Trace trace = s.trace(0);
        trace.used(new Origin.Use(origin, 1, 4, adds));
        trace.used(new Origin.Use(origin, 0, 4, adds));
        return TraceReport.of(trace, false, true, site -> new Site(Span.NONE, "")).stream()
                .map(p -> p.rule().id())
                .toList();
    }

    @Test
    void an_overwritten_buffer_needs_an_answer_of_its_reader() {
        TraceScript s = new TraceScript(2);
        for (int k = 0; k < 3; k++) {
            s.write(0, 1, 0).send(0, 1, 0, 1).await(1, 0, k + 1).read(1, 1, 0);
        }
        assertThat(s.broken()).containsExactly("race");
        TraceScript answered = new TraceScript(2);
        for (int k = 0; k < 3; k++) {
            answered.write(0, 1, 0).send(0, 1, 0, 1).await(1, 0, k + 1).read(1, 1, 0);
            answered.send(1, 0, 1, 1).await(0, 1, k + 1);
        }
        assertThat(answered.broken()).isEmpty();
    }
}
