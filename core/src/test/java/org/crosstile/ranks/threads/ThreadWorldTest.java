package org.crosstile.ranks.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.crosstile.ranks.threads.FakeCode.add;
import static org.crosstile.ranks.threads.FakeCode.await;
import static org.crosstile.ranks.threads.FakeCode.barrier;
import static org.crosstile.ranks.threads.FakeCode.everywhere;
import static org.crosstile.ranks.threads.FakeCode.ints;
import static org.crosstile.ranks.threads.FakeCode.read;
import static org.crosstile.ranks.threads.FakeCode.signals;
import static org.crosstile.ranks.threads.FakeCode.write;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.crosstile.memory.View;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.Outcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ThreadWorldTest {

    private static View view(Object[] args, int i) {
        return (View) args[i];
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void ranks_see_what_peers_wrote_before_their_signal(int ranks) {
        View out = ints(ranks);
        FakeCode code =
                new FakeCode(
                        (host, args) -> {
                            View sig = signals(host, "sig", 1);
                            View data =
                                    host.window(
                                            host.allocate("data", 4, 3),
                                            new long[] {1},
                                            DType.INT32,
                                            4);
                            for (int d = 0; d < ranks; d++) {
                                host.dispatch(1, d, new Object[] {sig, data, args[0]}, 5);
                            }
                        },
                        (rank, args) -> {
                            long next = (rank.device() + 1) % ranks;
                            View data = rank.peer(view(args, 1), next);
                            data.segment()
                                    .set(ValueLayout.JAVA_INT, data.address(0), 10 + rank.device());
                            add(rank, view(args, 0), next, 0, 1);
                            await(rank, view(args, 0), 0, 1);
                            View own = view(args, 1);
                            int got = own.segment().get(ValueLayout.JAVA_INT, own.address(0));
                            write(view(args, 2), got, rank.device());
                        });

        assertThat(code.run(ranks, out)).isInstanceOf(Outcome.Finished.class);
        for (int d = 0; d < ranks; d++) {
            assertThat(read(out, d)).isEqualTo(10 + (d + ranks - 1) % ranks);
        }
    }

    @Test
    void sixty_four_ranks_pass_barriers_on_few_cores() {
        int ranks = 64;
        int rounds = 50;
        FakeCode code =
                new FakeCode(
                        everywhere(ranks),
                        (rank, args) -> {
                            for (int g = 1; g <= rounds; g++) {
                                barrier(rank, view(args, 0), ranks, g);
                            }
                        });

        long start = System.nanoTime();
        assertThat(code.run(ranks)).isInstanceOf(Outcome.Finished.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void the_host_moves_on_when_everything_launched_is_finished_or_blocked() {
        View out = ints(4);
        FakeCode code =
                new FakeCode(
                        (host, args) -> {
                            View sig = signals(host, "sig", 1);
                            host.dispatch(1, 0, new Object[] {sig, args[0]}, 5);
                            host.join(); // rank 0 waits for what only the next launch gives
                            host.dispatch(2, 1, new Object[] {sig}, 6);
                            host.join();
                            write((View) args[0], read((View) args[0], 0) + 1, 1);
                        },
                        (rank, args) -> {
                            await(rank, view(args, 0), 0, 3);
                            write(view(args, 1), 41, 0);
                        },
                        (rank, args) -> add(rank, view(args, 0), 0, 0, 3));

        assertThat(code.run(2, out)).isInstanceOf(Outcome.Finished.class);
        assertThat(read(out, 1)).isEqualTo(42);
    }

    @Test
    void launches_on_one_device_run_in_order() {
        View out = ints(1);
        FakeCode code =
                new FakeCode(
                        (host, args) -> {
                            for (int i = 0; i < 1000; i++) {
                                host.dispatch(1, 0, new Object[] {args[0], i}, 5);
                            }
                        },
                        (rank, args) -> {
                            assertThat(read(view(args, 0), 0)).isEqualTo(args[1]);
                            write(view(args, 0), (int) args[1] + 1, 0);
                        });

        assertThat(code.run(2, out)).isInstanceOf(Outcome.Finished.class);
        assertThat(read(out, 0)).isEqualTo(1000);
    }

    @Test
    void a_rank_that_throws_ends_blocked_and_communicating_ranks() {
        FakeCode code =
                new FakeCode(
                        everywhere(2),
                        (rank, args) -> {
                            switch (rank.device()) {
                                case 0 -> await(rank, view(args, 0), 0, 1);
                                case 1 -> {
                                    while (true) {
                                        add(rank, view(args, 0), 1, 1, 1);
                                    }
                                }
                                default -> throw new Fault("some-rule", "must not be", "it is", "");
                            }
                        });

        long start = System.nanoTime();
        Outcome outcome = code.run(3);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(2));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Lost.class,
                        lost -> {
                            assertThat(lost.device()).isEqualTo(2);
                            assertThat(lost.cause()).hasMessage("must not be: it is");
                            assertThat(lost.task().orElseThrow().function()).isEqualTo("chip1");
                            assertThat(lost.running()).isEmpty();
                        });
    }

    @Test
    void a_rank_that_never_communicates_does_not_hold_up_the_report() {
        AtomicBoolean stop = new AtomicBoolean();
        AtomicBoolean computing = new AtomicBoolean();
        FakeCode code =
                new FakeCode(
                        everywhere(1),
                        (rank, args) -> {
                            if (rank.device() == 1) {
                                while (!computing.get()) {
                                    Thread.onSpinWait();
                                }
                                throw new Fault("some-rule", "must not be", "it is", "");
                            }
                            computing.set(true);
                            while (!stop.get()) {
                                Thread.onSpinWait();
                            }
                        });

        Outcome outcome = code.run(2);
        stop.set(true);
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Lost.class, lost -> assertThat(lost.running()).containsExactly(0));
    }

    @Test
    void the_time_limit_ends_a_run_and_says_where_it_was() {
        FakeCode code =
                new FakeCode(
                        everywhere(1),
                        (rank, args) -> {
                            if (rank.device() == 0) {
                                await(rank, view(args, 0), 0, 5);
                            }
                            while (true) {
                                add(rank, view(args, 0), 1, 0, 1);
                            }
                        });

        Outcome outcome = code.run(2, Optional.of(Duration.ofSeconds(1)));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Expired.class,
                        expired -> {
                            assertThat(expired.running()).isEmpty();
                            assertThat(
                                            expired.standstill()
                                                    .ranks()
                                                    .get(0)
                                                    .blocked()
                                                    .orElseThrow()
                                                    .expected())
                                    .isEqualTo(5);
                            assertThat(expired.standstill().ranks().get(1).blocked()).isEmpty();
                        });
    }

    @Test
    void windows_that_go_to_the_same_devices_share_a_domain() {
        View out = ints(12);
        FakeCode code =
                new FakeCode(
                        (host, args) -> {
                            View low = signals(host, "low", 1);
                            View high = signals(host, "high", 1);
                            View all = signals(host, "all", 1);
                            for (int d = 0; d < 3; d++) {
                                host.dispatch(2, d, new Object[] {all, args[0]}, 6);
                            }
                            for (int d = 0; d < 2; d++) {
                                host.dispatch(1, d, new Object[] {low, args[0], 0}, 5);
                            }
                            for (int d = 1; d < 3; d++) {
                                host.dispatch(1, d, new Object[] {high, args[0], 2}, 5);
                            }
                        },
                        (rank, args) -> {
                            View sig = view(args, 0);
                            int me = rank.context(sig).rank();
                            assertThat(rank.context(sig).nranks()).isEqualTo(2);
                            add(rank, sig, 1 - me, 0, 1 + rank.device());
                            await(rank, sig, 0, 1);
                            write(view(args, 1), read(sig, 0, 0), (int) args[2] + me);
                        },
                        (rank, args) -> {
                            assertThat(rank.context(view(args, 0)).rank()).isEqualTo(rank.device());
                            assertThat(rank.context(view(args, 0)).nranks()).isEqualTo(3);
                        });

        assertThat(code.run(3, out)).isInstanceOf(Outcome.Finished.class);
        assertThat(List.of(read(out, 0), read(out, 1), read(out, 2), read(out, 3)))
                .containsExactly(2, 1, 3, 2);
    }

    @Test
    void what_is_written_beyond_a_window_is_noticed() {
        FakeCode code =
                new FakeCode(
                        everywhere(2),
                        (rank, args) -> {
                            if (rank.device() == 1) {
                                View sig = view(args, 0);
                                sig.segment()
                                        .set(ValueLayout.JAVA_BYTE, sig.offset() + 32, (byte) 1);
                            }
                        });

        assertThat(code.run(2))
                .isInstanceOfSatisfying(
                        Outcome.Finished.class,
                        finished ->
                                assertThat(finished.guards())
                                        .singleElement()
                                        .asString()
                                        .contains("rank 1"));
    }

    @Test
    void faults_of_the_host_and_of_its_sizing_are_causes_too() {
        assertThat(
                        lost(
                                new FakeCode(
                                        (host, args) -> host.dispatch(1, 5, args, 1),
                                        (rank, args) -> {})))
                .hasMessageContaining("device 5, and there are 2");
        assertThat(lost(new FakeCode((host, args) -> signals(host, "sig", 0), (rank, args) -> {})))
                .hasMessageContaining("`sig` gets 0");
        assertThat(
                        lost(
                                new FakeCode(
                                        (host, args) ->
                                                host.window(
                                                        host.allocate("w", 64, 1),
                                                        new long[] {17},
                                                        DType.FP32,
                                                        2),
                                        (rank, args) -> {})))
                .hasMessageContaining("[17] of FP32 needs 68 bytes, and `w` has 64");
        assertThat(
                        lost(
                                new FakeCode(
                                        everywhere(1),
                                        (rank, args) -> add(rank, view(args, 0), 2, 0, 1))))
                .hasMessageContaining("peer 2, and the domain has 2 ranks");
        assertThat(
                        lost(
                                new FakeCode(
                                        everywhere(1),
                                        (rank, args) -> add(rank, view(args, 0), 0, 1, 1))))
                .hasMessageContaining("offset 1 in dimension 0");
    }

    private static Throwable lost(FakeCode code) {
        Outcome outcome = code.run(2);
        assertThat(outcome).isInstanceOf(Outcome.Lost.class);
        return ((Outcome.Lost) outcome).cause();
    }

    @Test
    void a_program_without_a_host_function_runs_on_device_zero() {
        View out = ints(1);
        FakeCode code =
                new FakeCode(
                        (host, args) -> {},
                        (rank, args) -> write(view(args, 0), rank.device() + 9, 0));

        Outcome outcome =
                new ThreadWorld()
                        .run(new Launch(code, 1, false, 1, List.of(out), Optional.empty()));
        assertThat(outcome).isInstanceOf(Outcome.Finished.class);
        assertThat(read(out, 0)).isEqualTo(9);
    }

    @Test
    void an_interrupted_caller_gets_an_outcome_and_stays_interrupted() {
        FakeCode code =
                new FakeCode(everywhere(1), (rank, args) -> await(rank, view(args, 0), 0, 1));
        Thread.currentThread().interrupt();
        Outcome outcome = code.run(2);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(outcome).isNotInstanceOf(Outcome.Finished.class);
    }
}
