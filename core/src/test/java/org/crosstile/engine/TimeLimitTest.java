package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.source.Problem;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is said when the time limit comes, and that nothing runs on after it. */
@Timeout(60)
class TimeLimitTest {
    private static final Duration LIMIT = Duration.ofMillis(300);

    private static RunResult run(SourceText text, boolean simulated, Duration limit) {
        RunRequest request = new RunRequest(2, Map.of(), Map.of(), 1, Optional.of(limit));
        return Engine.standard()
                .run(text, "", simulated ? request.scheduled(Schedule.uniform(1)) : request);
    }

    private static Problem timeout(SourceText text, boolean simulated) {
        RunResult result = run(text, simulated, LIMIT);
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.TIMEOUT);
        assertThat(result.problems()).as(Programs.report(result)).hasSize(1);
        Problem problem = result.problems().getFirst();
        assertThat(problem.rule().id()).isEqualTo("time-limit");
        assertThat(problem.headline()).isEqualTo("the run must end within 300 ms");
        return problem;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void the_rank_that_computes_is_marked_and_not_the_one_that_waits(boolean simulated) {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        if me == 1:
                            pld.system.notify(sig, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                            k = 0
                            while k >= 0:
                                k = k + 1 - 1
                        else:
                            pld.system.wait(sig, offsets=[0, 0], expected=2, cmp=pld.WaitCmp.Ge)
                        return y
                        """);
        Problem problem = timeout(text, simulated);
        assertThat(problem.primary().span().text()).startsWith("while k >= 0:");
        assertThat(problem.primary().text()).isEqualTo("rank 1 computes here");
        assertThat(problem.secondary()).isEmpty();
        assertThat(problem.notes())
                .anySatisfy(note -> assertThat(note).matches("rank 1 last did: .*notify rank 0 .*"))
                .anySatisfy(note -> assertThat(note).startsWith("rank 0 waits at "))
                .noneSatisfy(note -> assertThat(note).contains("could not be ended"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void ranks_that_compute_at_different_lines_are_all_marked(boolean simulated) {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        k = 0
                        if me == 1:
                            while k >= 0:
                                k = k + 1 - 1
                        else:
                            for i in pl.range(9223372036854775807):
                                k = k + 1
                        return y
                        """);
        Problem problem = timeout(text, simulated);
        List<String> marked =
                List.of(
                        problem.primary().text(),
                        problem.secondary().isEmpty() ? "" : problem.secondary().getFirst().text());
        if (simulated) { // only one of them moves
            assertThat(marked.getFirst()).matches("rank [01] computes here");
        } else {
            assertThat(marked).containsExactly("rank 0 computes here", "rank 1 computes here");
        }
        assertThat(problem.notes())
                .anySatisfy(note -> assertThat(note).contains("not communicated so far"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void a_chip_function_that_makes_tasks_without_end(boolean simulated) {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit.incore
                        def k(y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                            t = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)
                            return pl.store(t, [0, 0], y)


                        @pl.jit
                        def chip(y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                            while True:
                                k(y)


                        @pl.jit.host
                        def host(y: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]]):
                            for r in pl.range(2):
                                chip(y[r], device=r)
                        """);
        Problem problem = timeout(text, simulated);
        assertThat(problem.primary().span().isNone()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"chip(y[0], device=0)", "k = k + 1"})
    void a_host_function_without_an_end_is_ended_while_windows_are_sized(String body) {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit
                        def chip(y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                            return y


                        @pl.jit.host
                        def host(y: pl.Out[pl.Tensor[[2, 1, 8], pl.FP32]]):
                            k = 0
                            while True:
                        """
                                + ("        " + body + "\n"));
        Problem problem = timeout(text, false);
        assertThat(problem.primary().span().text()).startsWith("while True:");
        assertThat(problem.primary().text()).isEqualTo("the host function computes here");
        assertThat(problem.notes())
                .anySatisfy(note -> assertThat(note).startsWith("before the ranks start"));
    }

    @Test
    void tiny_and_huge_limits_mean_what_they_say() {
        RunResult tiny = run(Programs.example("allreduce"), false, Duration.ofNanos(1));
        assertThat(tiny.verdict()).isEqualTo(Verdict.TIMEOUT);
        assertThat(Programs.report(tiny)).contains("must end within 0.000001 ms");
        RunResult huge =
                run(Programs.example("allreduce"), false, Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(huge.isOk()).as(Programs.report(huge)).isTrue();
    }

    @Test
    void simulated_runs_that_time_out_leave_nothing_behind() {
        SourceText endless =
                Programs.kernel(
                        """
                        k = 0
                        while k >= 0:
                            k = k + 1 - 1
                        return y
                        """);
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            run(endless, true, Duration.ofMillis(20));
        }
        RunResult good = run(Programs.example("allreduce"), true, Duration.ofSeconds(30));
        assertThat(good.isOk()).as(Programs.report(good)).isTrue();
    }
}
