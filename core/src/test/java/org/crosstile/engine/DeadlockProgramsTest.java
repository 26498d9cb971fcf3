package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said about programs that hang. */
@Timeout(60)
class DeadlockProgramsTest {

    private static String deadlock(SourceText text, int ranks) {
        RunResult result = Programs.run(text, ranks);
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.DEADLOCK);
        return Programs.report(result);
    }

    @Test
    void the_example_says_what_its_text_promises() {
        assertThat(deadlock(Programs.example("deadlock_on_purpose"), 3))
                .contains("2 of 3 ranks wait for signals that no rank can send any more")
                .contains("ranks 1 and 2 wait here for buf[0, 0] >= 3")
                .contains(
                        "rank 1: buf[0, 0] is 0 and must be >= 3; nobody has notified it; no rank can still notify it")
                .contains(
                        "rank 2: buf[0, 0] is 0 and must be >= 3; nobody has notified it; no rank can still notify it")
                .contains("rank 0 has finished")
                .contains(
                        "hint: only rank 0 is notified: wait only there, or notify ranks 1 and 2 too");
    }

    @Test
    void a_ring_of_waits_is_shown_as_a_cycle() {
        SourceText text =
                Programs.kernel(
                        """
                        pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        pld.system.notify(sig, peer=next, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                        return y
                        """);
        assertThat(deadlock(text, 3))
                .contains("all 3 ranks wait")
                .contains(
                        "rank 0: sig_buf[0, 0] is 0 and must be >= 1; nobody has notified it; could be notified by rank 2 at")
                .contains("rank 0 -> rank 2 -> rank 1 -> rank 0")
                .contains("hint: let a rank notify before it waits");
    }

    @Test
    void pairs_over_different_buffers_are_circles_of_their_own() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit.incore
                        def kernel(a: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]]):
                            me = pld.rank(pld.get_comm_ctx(a))
                            pld.system.wait(a, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                            pld.system.notify(a, peer=1 - me, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)


                        @pl.jit
                        def chip(a: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]]):
                            kernel(a)


                        @pl.jit.host
                        def host():
                            left_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
                            left = pld.window(left_buf, [1, 1], dtype=pl.INT32)
                            right_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
                            right = pld.window(right_buf, [1, 1], dtype=pl.INT32)
                            chip(left, device=0)
                            chip(left, device=1)
                            chip(right, device=2)
                            chip(right, device=3)
                        """);
        String report = deadlock(text, 4);
        assertThat(report)
                .contains("they wait for each other: rank 0 -> rank 1 -> rank 0")
                .contains("they wait for each other: rank 2 -> rank 3 -> rank 2")
                .containsPattern(
                        "rank 0: left_buf\\[0, 0\\] is 0 .* could be notified by rank 1 at")
                .doesNotContain("or by rank");
    }

    @Test
    void a_credit_that_was_wiped_is_named_with_its_line() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        if me == 0:
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                            pld.system.notify(sig, peer=1, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                        else:
                            pld.system.wait(sig, offsets=[1, 0], expected=1, cmp=pld.WaitCmp.Ge)
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=0, op=pld.NotifyOp.Set)
                            pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        return y
                        """);
        assertThat(deadlock(text, 2))
                .contains("here 2 credits were wiped by rank 1")
                .contains("must be >= 1; 2 credits were wiped by rank 1 at demo.py:")
                .contains("hint: a Set wipes what has come before it");
    }

    @Test
    void notifies_of_arms_that_a_rank_does_not_take_are_not_named() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        if me == 0:
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                        else:
                            pld.system.notify(sig, peer=0, offsets=[0, 0], value=2, op=pld.NotifyOp.AtomicAdd)
                        return y
                        """);
        String report = deadlock(text, 2);
        int line = 1 + report.substring(0, report.indexOf("value=1, op")).lastIndexOf('\n');
        String number = report.substring(line).strip().split(" ")[0];
        assertThat(report)
                .contains("could be notified by rank 0 at demo.py:" + number + ":")
                .contains("rank 0 -> rank 1 -> rank 0");
    }

    @Test
    void a_rank_that_makes_fewer_collective_calls_is_named() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(data))
                        rounds = 3
                        if me == 2:
                            rounds = 2
                        for i in pl.range(rounds):
                            data = pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)
                        return pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], y)
                        """);
        assertThat(deadlock(text, 4))
                .contains("ranks 0, 1 and 3 stand in pld.tensor.allreduce")
                .contains("while lowering pld.tensor.allreduce")
                .contains("rank 2, which notified it before, has finished")
                .contains(
                        "every rank must make the same collective calls in the same order: rank 2 made fewer");
    }

    @Test
    void an_exact_wait_that_was_overtaken_is_called_so() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        if me == 0:
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                            pld.system.notify(sig, peer=1, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                        else:
                            pld.system.wait(sig, offsets=[1, 0], expected=1, cmp=pld.WaitCmp.Ge)
                            pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Eq)
                        return y
                        """);
        assertThat(deadlock(text, 2))
                .contains(
                        "rank 1: sig_buf[0, 0] is 2 and must be == 1, which it has passed; last changed by rank 0 (+1 at")
                .contains("hint: wait with cmp=pld.WaitCmp.Ge");
    }

    @Test
    void two_ranks_that_wait_at_different_places_are_both_shown() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        if me == 0:
                            pld.system.wait(sig, offsets=[1, 0], expected=1, cmp=pld.WaitCmp.Ge)
                            pld.system.notify(sig, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
                        else:
                            pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                            pld.system.notify(sig, peer=0, offsets=[1, 0], value=1, op=pld.NotifyOp.Set)
                        return y
                        """);
        assertThat(deadlock(text, 2))
                .contains("rank 0 waits here for sig_buf[1, 0] >= 1")
                .contains("rank 1 waits here for sig_buf[0, 0] >= 1")
                .contains("rank 0 -> rank 1 -> rank 0");
    }
}
