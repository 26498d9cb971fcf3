package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.crosstile.abi.Chip;
import org.crosstile.model.Program;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said about programs that fail while they run. */
@Timeout(60)
class FaultProgramsTest {

    private static String lost(SourceText text, int ranks) {
        RunResult result = Programs.run(text, ranks);
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.FAULT);
        return Programs.report(result);
    }

    @Test
    void a_peer_that_does_not_exist() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(sig))
                        pld.system.notify(sig, peer=me + 1, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
                        pld.system.wait(sig, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        return y
                        """);
        assertThat(lost(text, 2))
                .contains("pld.system.notify(sig, peer=me + 1")
                .contains("^ peer 2, and the domain has 2 ranks, on rank 1")
                .contains("ranks count from 0 to 1")
                .contains("called from here");
    }

    @Test
    void a_rule_that_a_run_breaks_keeps_its_page() {
        SourceText text =
                Programs.kernel(
                        """
                        pld.system.notify(sig, peer=2, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
                        return y
                        """);
        RunResult result = Programs.run(text, 2);
        assertThat(result.problems())
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.rule().id()).isEqualTo("peer-range");
                    assertThat(problem.rule().page()).isPresent();
                    assertThat(problem.rule().verdict()).isEqualTo(Verdict.FAULT);
                });
    }

    @Test
    void a_core_group_that_cannot_go_on_is_a_deadlock() {
        SourceText text =
                Programs.kernel(
                        """
                        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                            if aiv_id == 0:
                                pl.system.syncall(core_type="aiv_only")
                        return y
                        """);
        RunResult result = Programs.run(text, 2);
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.DEADLOCK);
        assertThat(result.problems().getFirst().rule().page()).isPresent();
    }

    @Test
    void the_chip_of_the_engine_says_how_many_cores_there_are() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit
                        def chip(y: pl.Out[pl.Tensor[[40, 8], pl.INT32]]):
                            for i in pl.spmd(40, sync_start=True):
                                pl.write(y, [i, 0], pl.const(1, pl.INT32))


                        @pl.jit.host
                        def host(y: pl.Out[pl.Tensor[[1, 40, 8], pl.INT32]]):
                            chip(y[0], device=0)
                        """);
        RunResult large = Engine.standard().run(text, "", RunRequest.of(1));
        assertThat(large.isOk()).as(Programs.report(large)).isTrue();

        Engine engine = Engine.standard(Chip.ASCEND_950);
        RunResult small = engine.run(text, "", RunRequest.of(1));
        assertThat(small.verdict()).isEqualTo(Verdict.REJECT);
        assertThat(Programs.report(small))
                .contains("this needs 40 vector cores at once, and the device has 36");

        Problems problems = new Problems();
        Program program =
                engine.load(text, new LoadOptions(Map.of(), 1), problems).select("").orElseThrow();
        engine.checkAll(program, problems);
        assertThat(problems.sorted()).extracting(p -> p.rule().id()).containsExactly("task-cores");
        try (Worker worker = engine.prepare(program, WorkerOptions.of(1))) {
            assertThatThrownBy(worker::run).isInstanceOf(ProgramException.class);
        }
    }

    @Test
    void windows_that_do_not_fit_this_machine_are_named() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit
                        def chip(d: pld.DistributedTensor[[8, 4294967296], pl.FP32]):
                            return d


                        @pl.jit.host
                        def host():
                            d_buf = pld.alloc_window_buffer([8, 4294967296], dtype=pl.FP32)
                            d = pld.window(d_buf, [8, 4294967296], dtype=pl.FP32)
                            for r in pl.range(pld.world_size()):
                                chip(d, device=r)
                        """);
        assertThat(lost(text, 2))
                .contains("error[window-memory]: all windows must fit the memory of this machine")
                .contains("d_buf = pld.alloc_window_buffer([8, 4294967296], dtype=pl.FP32)")
                .contains("all windows of 2 ranks need 274877906944 bytes");
    }

    @Test
    void a_view_larger_than_its_window() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit
                        def chip(w: pld.DistributedTensor[[4], pl.FP32]):
                            return w


                        @pl.jit.host
                        def host():
                            buf = pld.alloc_window_buffer(8)
                            for r in pl.range(pld.world_size()):
                                w = pld.window(buf, [4], dtype=pl.FP32)
                                chip(w, device=r)
                        """);
        String report = Programs.report(Programs.run(text, 2));
        assertThat(report)
                .contains("pld.window(buf, [4], dtype=pl.FP32)")
                .contains("16")
                .contains("8");
    }

    @Test
    void a_device_that_does_not_exist() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit.incore
                        def k(y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                            t = pl.tile.full([1, 8], dtype=pl.FP32, value=1.0)
                            return pl.store(t, [0, 0], y)


                        @pl.jit
                        def chip(y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                            return k(y)


                        @pl.jit.host
                        def host(y: pl.Out[pl.Tensor[[4, 1, 8], pl.FP32]]):
                            for r in pl.range(4):
                                chip(y[r], device=r)
                        """);
        assertThat(lost(text, 2))
                .contains("error[dispatch-device-range]")
                .contains("device 2, and there are 2");
        assertThat(Programs.run(text, 4).isOk()).isTrue();
    }

    @Test
    void an_endless_loop_ends_at_the_time_limit() {
        SourceText text =
                Programs.kernel(
                        """
                        n = 1
                        while n > 0:
                            pld.system.notify(sig, peer=next, offsets=[0, 0], value=1, op=pld.NotifyOp.Set)
                        return y
                        """);
        RunRequest request =
                new RunRequest(2, Map.of(), Map.of(), 1, Optional.of(Duration.ofMillis(300)));
        RunResult result = Engine.standard().run(text, "", request);
        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.TIMEOUT);
        assertThat(Programs.report(result))
                .contains("error[time-limit]: the run must end within 300 ms")
                .contains("rank 0 last did: notify rank 1");
    }

    @Test
    void a_misspelt_setting() {
        SourceText text = Programs.example("allreduce");
        RunRequest request =
                new RunRequest(
                        2, Map.of("NS", "2", "nonsense", "1"), Map.of(), 1, Optional.empty());
        assertThat(Programs.report(Engine.standard().run(text, "", request)))
                .contains("error[set-unknown]: `--set NS` has no effect")
                .contains("there is NR")
                .contains("`--set nonsense` has no effect");
    }
}
