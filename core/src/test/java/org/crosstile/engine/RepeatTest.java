package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.DType;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several runs over the same windows. */
@Timeout(60)
class RepeatTest {

    private static RunResult run(SourceText text, int ranks, int times, boolean keepsWindows) {
        RunRequest request =
                new RunRequest(ranks, Map.of(), Map.of(), 0, Optional.of(Duration.ofSeconds(30)));
        return Engine.standard().run(text, "", request.repeated(times, keepsWindows));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void credits_that_are_taken_back_leave_every_run_the_same(int ranks) {
        for (boolean keeps : new boolean[] {false, true}) {
            RunResult result = run(Programs.example("signal_credits"), ranks, 3, keeps);
            assertThat(result.isOk()).as(Programs.report(result)).isTrue();
            assertThat(result.runs()).isEqualTo(3);
            for (int r = 0; r < ranks; r++) {
                assertThat(result.output("left_over").get(r)).isZero();
                for (int i = 0; i < 4; i++) {
                    assertThat(result.output("heard").get(4L * r + i))
                            .isEqualTo(1 + (r + ranks - 1) % ranks);
                }
            }
        }
    }

    /** Adds one to a cell of this rank, and says what it holds then. */
    private static SourceText leaves(String wait) {
        return Programs.kernel(
                """
                me = pld.rank(pld.get_comm_ctx(sig))
                pld.system.notify(sig, peer=me, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                """
                        + wait
                        + """

                        pl.write(y, [0, 0], pl.cast(pl.read(sig, [0, 0]), pl.FP32))
                        return y
                        """);
    }

    @Test
    void credits_that_are_left_are_seen_by_the_next_run_only_if_windows_are_kept() {
        RunResult zeroed = run(leaves(""), 2, 3, false);
        assertThat(zeroed.isOk()).as(Programs.report(zeroed)).isTrue();
        assertThat(zeroed.output("y").get(0)).isEqualTo(1);
        RunResult kept = run(leaves(""), 2, 3, true);
        assertThat(kept.output("y").get(0)).isEqualTo(3);
        assertThat(kept.output("y").get(8)).isEqualTo(3);
    }

    @Test
    void the_first_run_that_is_not_ok_is_the_last() {
        String exact = "pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Eq)";
        RunResult kept = run(leaves(exact), 2, 5, true);
        assertThat(kept.verdict()).as(Programs.report(kept)).isEqualTo(Verdict.DEADLOCK);
        assertThat(kept.runs()).isEqualTo(2);
        assertThat(Programs.report(kept)).contains("is 2 and must be == 1");
        RunResult zeroed = run(leaves(exact), 2, 5, false);
        assertThat(zeroed.isOk()).as(Programs.report(zeroed)).isTrue();
        assertThat(zeroed.runs()).isEqualTo(5);
    }

    @Test
    void tensors_begin_every_run_with_the_same_contents() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit.incore
                        def more(x: pl.InOut[pl.Tensor[[1, 8], pl.FP32]]):
                            return pl.store(pl.add(pl.load(x, [0, 0], [1, 8]), 1.0), [0, 0], x)


                        @pl.jit
                        def chip(x: pl.InOut[pl.Tensor[[1, 8], pl.FP32]]):
                            return more(x)


                        @pl.jit.host
                        def host(x: pl.InOut[pl.Tensor[[NR, 1, 8], pl.FP32]]):
                            for r in pl.range(pld.world_size()):
                                chip(x[r], device=r)
                        """);
        RunRequest request =
                RunRequest.of(2)
                        .with("x", new Input.Given(Programs.tensor(DType.FP32, i -> i, 2, 1, 8)))
                        .repeated(4, true);
        RunResult result = Engine.standard().run(text, "", request);
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        assertThat(result.output("x").get(5)).isEqualTo(6);
    }
}
