package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.crosstile.abi.DType;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.source.Severity;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is said about ranks that disagree about collectives, and that those who agree are let be.
 */
@Timeout(60)
class MismatchProgramsTest {

    static SourceText checking(String name) {
        Path file =
                Path.of(
                        System.getProperty("crosstile.root", ".."),
                        "programs",
                        "checking",
                        name + ".py");
        try {
            return new SourceText(name + ".py", Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long errors(RunResult result) {
        return result.problems().stream().filter(p -> p.severity() == Severity.ERROR).count();
    }

    private static void assertOutputsAreUntouched(RunResult result) {
        for (HostTensor output : result.outputs()) {
            for (long i = 0; i < output.elements(); i++) {
                assertThat(output.get(i)).isZero();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pub12_a_bad | count: 256 on ranks 0, 2 and 3; 255 on rank 1 | rank 1: count 255 | ranks 0, 2 and 3: count 256",
                "pub12_b_bad | op: Sum on ranks 0, 1 and 3; Max on rank 2 | rank 2: op Max | ranks 0, 1 and 3: op Sum",
                "pub12_c_bad | dtype: FP32 on ranks 0, 1 and 2; FP16 on rank 3 | rank 3: dtype FP16 | ranks 0, 1 and 2: dtype FP32",
                "pub12_d_bad | operator: allgather on rank 0; allreduce on ranks 1, 2 and 3 | rank 0: operator allgather | ranks 1, 2 and 3: operator allreduce",
                "pub12_e_bad | operator: allreduce on ranks 0, 2 and 3; broadcast on rank 1 | rank 1: operator broadcast | in the same order on every rank",
                "pub12_f_bad | root: 0 on ranks 0, 1 and 2; 1 on rank 3 | rank 3: root 1 | ranks 0, 1 and 2: root 0"
            })
    void the_call_the_field_and_its_value_on_every_rank_are_named(
            String program, String headline, String odd, String others) {
        for (int i = 0; i < 10; i++) {
            RunResult result = Programs.run(checking(program), 4);
            String report = Programs.report(result);

            assertThat(result.verdict()).as(report).isEqualTo(Verdict.MISMATCH);
            assertThat(errors(result)).isEqualTo(1);
            assertThat(report)
                    .contains(
                            "error[collective-mismatch]: collective call 1 differs in " + headline)
                    .contains(odd)
                    .contains(others)
                    .contains("crosstile explain collective-mismatch");
            assertOutputsAreUntouched(result);
            assertThat(TimeUnit.NANOSECONDS.toMillis(result.times().nanos().get("run")))
                    .isLessThan(1000);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "pub12_a_bad",
                "pub12_b_bad",
                "pub12_c_bad",
                "pub12_d_bad",
                "pub12_e_bad",
                "pub12_f_bad"
            })
    void the_simulated_world_says_the_same(String program) {
        String expected = Programs.report(Programs.run(checking(program), 4));
        for (long seed = 0; seed < 20; seed++) {
            RunRequest request = RunRequest.of(4).scheduled(Schedule.uniform(seed));
            RunResult result = Engine.standard().run(checking(program), "", request);

            assertThat(Programs.report(result)).as("seed " + seed).isEqualTo(expected);
            assertThat(result.verdict()).isEqualTo(Verdict.MISMATCH);
            assertOutputsAreUntouched(result);
        }
    }

    @Test
    void calls_that_are_alike_are_let_be() {
        RunResult result = Programs.run(checking("pub12_good"), 4);

        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
    }

    @Test
    void as_many_calls_on_every_rank_give_the_sums() {
        Input ranks = new Input.Given(Programs.tensor(DType.FP32, i -> (int) (i / 256), 4, 1, 256));
        RunResult result = Programs.run(checking("pub5_good"), 4, Map.of("x", ranks));

        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        for (long i = 0; i < 4 * 256; i++) {
            assertThat(result.output("y").get(i)).isEqualTo(96);
        }
    }

    @RepeatedTest(3)
    void who_left_and_who_stands_in_which_call_is_said() {
        RunResult result = Programs.run(checking("pub5_bad"), 4);

        assertThat(result.verdict()).isEqualTo(Verdict.DEADLOCK);
        assertThat(Programs.report(result))
                .contains(
                        "rank 2 left the program after collective call 2; ranks 0, 1 and 3 stand in call 3 (allreduce, line 24)");
        assertThat(TimeUnit.NANOSECONDS.toMillis(result.times().nanos().get("run")))
                .isLessThan(1000);
    }

    @Test
    void groups_have_ranks_of_their_own() {
        Input ranks = new Input.Given(Programs.tensor(DType.FP32, i -> (int) (i / 8), 6, 1, 8));
        RunResult result = Programs.run(checking("pub11_good"), 6, Map.of("x", ranks));

        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        for (int i = 0; i < 8; i++) {
            for (int rank = 0; rank < 6; rank++) {
                boolean even = rank % 2 == 0;
                assertThat(result.output("got").get(rank * 8 + i)).isEqualTo(even ? 2 : 77);
                assertThat(result.output("most").get(rank * 8 + i)).isEqualTo(even ? 0 : 5);
                for (int k = 0; k < 3; k++) {
                    assertThat(result.output("gathered").get((rank * 3 + k) * 8 + i))
                            .isEqualTo(even ? 2 * k : 0);
                }
            }
        }
    }

    @Test
    void a_root_that_counts_all_ranks_is_refused_on_entry() {
        RunResult result = Programs.run(checking("pub11_bad_root"), 6);

        assertThat(result.verdict()).isEqualTo(Verdict.FAULT);
        assertThat(Programs.report(result))
                .contains("error[collective-root]: `root` must be a rank of the group")
                .contains("broadcast has root 5, and the group of devices [1, 3, 5] has 3 ranks")
                .contains("device 5 is rank 2");
    }

    @Test
    void a_device_that_is_sent_into_another_group_is_found_on_entry() {
        RunResult result = Programs.run(checking("pub11_bad_member"), 6);

        assertThat(result.verdict()).isEqualTo(Verdict.FAULT);
        assertThat(Programs.report(result))
                .contains("error[collective-cells]")
                .contains("the group of devices [0, 1, 3, 5] has 4 ranks");
    }

    @Test
    void far_more_ranks_than_cores_get_through() {
        Input ranks =
                new Input.Given(Programs.tensor(DType.FP32, i -> (int) (i / 256), 32, 1, 256));
        RunResult result = Programs.run(checking("pub10_many_ranks"), 32, Map.of("x", ranks));

        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        for (long i = 0; i < 32 * 256; i++) {
            assertThat(result.output("y").get(i)).isEqualTo(15.5);
        }
        assertThat(TimeUnit.NANOSECONDS.toSeconds(result.times().nanos().get("run")))
                .isLessThan(20);
    }

    /** CPU time of the threads that carry out ranks, as last seen while they ran. */
    private static final class Clock implements Runnable {
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final Map<String, Long> nanos = new ConcurrentHashMap<>();
        private final Set<Thread> others = Thread.getAllStackTraces().keySet();
        private volatile boolean over;

        @Override
        public void run() {
            while (!over) {
                for (Thread thread : Thread.getAllStackTraces().keySet()) {
                    long time = threads.getThreadCpuTime(thread.threadId());
                    boolean counts = thread.getName().startsWith("rank ") && time >= 0;
                    if (counts && !others.contains(thread)) {
                        nanos.merge(thread.getName(), time, Math::max);
                    }
                }
                Thread.yield();
            }
        }
    }

    @Test
    void ranks_that_wait_for_a_slow_one_cost_no_time_of_the_processor() throws Exception {
        Clock clock = new Clock();
        Thread watcher = new Thread(clock);
        watcher.start();
        RunResult result = Programs.run(checking("pub10_slow_rank"), 4);
        clock.over = true;
        watcher.join();

        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        assertThat(result.problems()).isEmpty();
        assertThat(clock.nanos.keySet()).containsAll(List.of("rank 0", "rank 1", "rank 2"));
        long waiting = 0;
        for (String rank : Set.of("rank 0", "rank 1", "rank 2")) {
            waiting += clock.nanos.get(rank);
        }
        assertThat(TimeUnit.NANOSECONDS.toMillis(waiting)).isLessThan(500);
    }

    @Test
    void ranks_that_still_compute_are_said_not_to_have_entered() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(data))
                        if me == 2:
                            tile = pl.load(data, [0, 0], [1, 8])
                            for i in pl.range(400000000):
                                tile = pl.add(tile, 0.0)
                            data = pl.store(tile, [0, 0], data)
                        if me == 1:
                            pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Min)
                        else:
                            pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Prod)
                        return y
                        """);
        RunResult result = Programs.run(text, 3);

        assertThat(result.verdict()).isEqualTo(Verdict.MISMATCH);
        assertThat(Programs.report(result))
                .contains("op: Prod on rank 0; Min on rank 1")
                .contains("rank 2: not entered yet");
    }

    @Test
    void ranks_that_wait_elsewhere_are_said_not_to_have_entered() {
        SourceText text =
                Programs.kernel(
                        """
                        me = pld.rank(pld.get_comm_ctx(data))
                        if me == 2:
                            pld.system.wait(sig, offsets=[2, 0], expected=1, cmp=pld.WaitCmp.Ge)
                        if me == 1:
                            pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Min)
                        else:
                            pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Prod)
                        return y
                        """);
        RunResult result = Programs.run(text, 3);

        assertThat(result.verdict()).isEqualTo(Verdict.MISMATCH);
        assertThat(Programs.report(result))
                .contains("op: Prod on rank 0; Min on rank 1")
                .contains("rank 2: not entered yet");
    }

    @Test
    void the_same_calls_on_other_windows_differ() {
        SourceText text =
                Programs.kernel(
                        """
                        pld.tensor.barrier(sig)
                        me = pld.rank(pld.get_comm_ctx(data))
                        for i in pl.range(3):
                            pld.tensor.barrier(sig)
                            if me == i:
                                pld.tensor.broadcast(data, sig, root=0)
                            else:
                                pld.tensor.barrier(sig)
                        return y
                        """);
        RunResult result = Programs.run(text, 2);

        assertThat(result.verdict()).isEqualTo(Verdict.MISMATCH);
        assertThat(Programs.report(result))
                .contains(
                        "collective call 3 differs in operator: broadcast on rank 0; barrier on rank 1");
    }

    @Test
    void groups_entered_in_another_order_are_a_mismatch_of_groups() {
        SourceText text =
                Programs.text(
                        """
                        @pl.jit.incore
                        def k(
                            a: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
                            b: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
                            me: pl.Scalar[pl.INT32],
                        ):
                            if me == 0:
                                pld.tensor.barrier(a)
                                pld.tensor.barrier(b)
                            else:
                                pld.tensor.barrier(b)
                                pld.tensor.barrier(a)
                            return a

                        @pl.jit
                        def chip(
                            a: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
                            b: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
                            me: pl.Scalar[pl.INT32],
                        ):
                            return k(a, b, me)

                        @pl.jit.incore
                        def k2(b: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]]):
                            pld.tensor.barrier(b)
                            return b

                        @pl.jit
                        def chip2(b: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]]):
                            return k2(b)

                        @pl.jit.host
                        def host():
                            a_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
                            b_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
                            a = pld.window(a_buf, [3, 1], dtype=pl.INT32)
                            b = pld.window(b_buf, [3, 1], dtype=pl.INT32)
                            chip(a, b, 0, device=0)
                            chip(a, b, 1, device=1)
                            chip2(b, device=2)
                        """);
        RunResult result = Programs.run(text, 3);

        assertThat(result.verdict()).as(Programs.report(result)).isEqualTo(Verdict.MISMATCH);
        assertThat(Programs.report(result))
                .contains(
                        "group differs: ranks 0 and 1 stand in collective calls of different groups")
                .contains("rank 0: group of ranks 0 and 1, call 1 (barrier)")
                .contains("rank 1: group of ranks 0, 1 and 2, call 1 (barrier)");
    }
}
