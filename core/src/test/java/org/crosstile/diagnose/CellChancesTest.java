package org.crosstile.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.memory.Area;
import org.crosstile.memory.Domain;
import org.crosstile.memory.WindowBuffer;
import org.crosstile.record.Trace;
import org.crosstile.source.Problem;
import org.crosstile.source.Span;
import org.junit.jupiter.api.Test;

/** What depends on who comes first in a cell, in many orders of small runs. */
class CellChancesTest {
    @Test
    void a_read_before_the_wait_depends_on_who_comes_first() {
        TraceScript s = new TraceScript(2);
        s.send(0, 1, 0, 1).look(1, 1, 0).await(1, 0, 1);
        assertThat(s.broken()).containsExactly("signal-read");
    }

    @Test
    void a_read_after_the_wait_for_all_is_certain() {
        TraceScript s = new TraceScript(3);
        s.send(0, 2, 0, 1).send(1, 2, 0, 1).await(2, 0, 2).look(2, 2, 0);
        assertThat(s.broken()).isEmpty();
    }

    @Test
    void a_read_after_the_wait_for_some_is_not_certain() {
        TraceScript s = new TraceScript(3);
        s.send(0, 2, 0, 1).send(1, 2, 0, 1).await(2, 0, 1).look(2, 2, 0).await(2, 0, 2);
        assertThat(s.broken()).containsExactly("signal-read");
    }

    @Test
    void a_read_of_a_peers_cell_needs_an_order_with_its_notifies() {
        TraceScript s = new TraceScript(3);
        s.send(0, 2, 0, 1).look(1, 2, 0).await(2, 0, 1);
        assertThat(s.broken()).containsExactly("signal-read");
        TraceScript ordered = new TraceScript(3);
        ordered.send(0, 2, 0, 1).await(2, 0, 1).send(2, 1, 0, 1).await(1, 0, 1).look(1, 2, 0);
        assertThat(ordered.broken()).isEmpty();
    }

    @Test
    void what_comes_after_the_read_does_not_matter() {
        TraceScript s = new TraceScript(2);
        s.send(0, 1, 0, 1).await(1, 0, 1).look(1, 1, 0).send(1, 0, 0, 1);
        s.await(0, 0, 1).send(0, 1, 0, 1).await(1, 0, 2);
        assertThat(s.broken()).isEmpty();
    }

    @Test
    void two_ranks_may_set_what_is_read_to_one_value() {
        TraceScript alike = new TraceScript(3);
        alike.set(0, 2, 0, 7).set(1, 2, 0, 7).await(2, 0, 1).look(2, 2, 0);
        assertThat(alike.broken()).isEmpty();
        TraceScript early = new TraceScript(3);
        early.set(0, 2, 0, 7).set(1, 2, 0, 7).look(2, 2, 0).await(2, 0, 1);
        assertThat(early.broken()).containsExactly("signal-read");
    }

    @Test
    void credit_that_is_taken_back_is_read_as_taken() {
        TraceScript s = new TraceScript(2);
        for (int i = 0; i < 4; i++) {
            s.send(0, 1, 0, 1);
        }
        s.await(1, 0, 4).send(1, 1, 0, -4).look(1, 1, 0);
        assertThat(s.broken()).isEmpty();
    }

    @Test
    void a_transfer_brings_a_cell_what_it_holds() {
        TraceScript stored = new TraceScript(2);
        stored.write(0, 1, 0).fence(0).store(0, 1, 0, 1).await(1, 0, 1).read(1, 1, 0);
        assertThat(stored.broken()).isEmpty();
        TraceScript added = new TraceScript(2);
        added.write(0, 1, 0).fence(0).addition(0, 1, 0, 1).await(1, 0, 1).read(1, 1, 0);
        assertThat(added.broken()).isEmpty();
    }

    @Test
    void an_addition_and_a_set_are_no_pair() {
        TraceScript s = new TraceScript(3);
        s.set(0, 2, 0, 5).addition(1, 2, 0, 1).await(2, 0, 1);
        assertThat(s.broken()).contains("signal-wiped");
        TraceScript adds = new TraceScript(3);
        adds.send(0, 2, 0, 5).addition(1, 2, 0, 1).await(2, 0, 6);
        assertThat(adds.broken()).isEmpty();
    }

    @Test
    void of_two_equal_sets_it_does_not_matter_which_comes_last() {
        TraceScript s = new TraceScript(3);
        s.set(0, 2, 0, 1).set(1, 2, 0, 1).await(2, 0, 1);
        assertThat(s.broken()).isEmpty();
    }

    @Test
    void a_set_after_the_wait_is_left_behind() {
        TraceScript s = new TraceScript(2);
        s.set(0, 1, 0, 1).await(1, 0, 1).send(1, 0, 0, 1).await(0, 0, 1).set(0, 1, 0, 1);
        assertThat(s.broken()).containsExactly("signal-leak");
    }

    /** Two ranks add to the same word, or to words that overlap. */
    private static List<String> additions(DType one, long at, DType other, long there) {
        Trace trace = new Trace();
        Domain domain = new Domain("all", List.of());
        trace.windows(List.of(new WindowBuffer("x", 0, 4096, domain)));
        int a = trace.agent(0, 0);
        int b = trace.agent(1, 0);
        trace.wrote(Trace.Kind.ADD, a, 1, 0, Area.run(at, one.bytes()), one, new int[0]);
        trace.wrote(Trace.Kind.ADD, b, 2, 0, Area.run(there, other.bytes()), other, new int[0]);
        return TraceReport.of(trace, false, true, s -> new Site(Span.NONE, "")).stream()
                .map(Problem::headline)
                .map(headline -> headline.substring(0, headline.indexOf(':')))
                .toList();
    }

    @Test
    void additions_commute_if_they_are_of_one_type_at_one_place() {
        assertThat(additions(DType.FP32, 64, DType.FP32, 64)).isEmpty();
        assertThat(additions(DType.INT32, 64, DType.INT32, 64)).isEmpty();
        assertThat(additions(DType.FP32, 64, DType.INT32, 64)).containsExactly("lost update");
        assertThat(additions(DType.FP16, 66, DType.BF16, 66)).containsExactly("lost update");
        assertThat(additions(DType.FP32, 64, DType.FP16, 66)).containsExactly("lost update");
        assertThat(additions(DType.FP32, 64, DType.FP32, 66)).containsExactly("lost update");
        assertThat(additions(DType.FP32, 64, DType.INT32, 68)).isEmpty();
    }
}
