package org.crosstile.ranks.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.crosstile.ranks.threads.FakeCode.add;
import static org.crosstile.ranks.threads.FakeCode.await;
import static org.crosstile.ranks.threads.FakeCode.everywhere;
import static org.crosstile.ranks.threads.FakeCode.signals;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.crosstile.abi.NotifyOp;
import org.crosstile.abi.WaitCmp;
import org.crosstile.memory.View;
import org.crosstile.ranks.Outcome;
import org.crosstile.record.BlockedWait;
import org.crosstile.record.Event;
import org.crosstile.record.RankState;
import org.crosstile.record.Standstill;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class DeadlockProofTest {

    private static Standstill stuck(FakeCode code, int ranks, Object... args) {
        long start = System.nanoTime();
        Outcome outcome = code.run(ranks, args);
        assertThat(outcome).isInstanceOf(Outcome.Stuck.class);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        return ((Outcome.Stuck) outcome).standstill();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8, 64})
    void everybody_waits_before_notifying(int ranks) {
        FakeCode code =
                new FakeCode(
                        everywhere(1),
                        (rank, args) -> {
                            await(rank, (View) args[0], 0, 1);
                            add(rank, (View) args[0], (rank.device() + 1) % ranks, 0, 1);
                        });

        Standstill standstill = stuck(code, ranks);
        assertThat(standstill.ranks()).hasSize(ranks);
        for (RankState state : standstill.ranks()) {
            BlockedWait wait = state.blocked().orElseThrow();
            assertThat(wait.cell().name()).isEqualTo("sig[0, 0]");
            assertThat(wait.cell().device()).isEqualTo(state.device());
            assertThat(wait.value()).isZero();
            assertThat(wait.condition()).isEqualTo(">= 1");
            assertThat(wait.site()).isEqualTo(200 + state.device());
            assertThat(state.task().orElseThrow().site()).isEqualTo(7);
        }
    }

    @Test
    void only_the_root_is_notified() {
        FakeCode code =
                new FakeCode(
                        everywhere(1),
                        (rank, args) -> {
                            add(rank, (View) args[0], 0, 0, 1);
                            await(rank, (View) args[0], 0, 3);
                        });

        Standstill standstill = stuck(code, 3);
        assertThat(standstill.ranks().get(0).isFinished()).isTrue();
        assertThat(standstill.ranks().get(0).finished()).isEqualTo(1);
        assertThat(standstill.ranks().get(1).blocked().orElseThrow().expected()).isEqualTo(3);
        assertThat(standstill.ranks().get(2).blocked().orElseThrow().value()).isZero();
        assertThat(standstill.ranks().get(2).events().get(1)).isInstanceOf(Event.Notify.class);
    }

    @Test
    void an_exact_wait_whose_value_has_passed_never_ends() {
        FakeCode code =
                new FakeCode(
                        everywhere(2),
                        (rank, args) -> {
                            View sig = (View) args[0];
                            if (rank.device() == 0) {
                                add(rank, sig, 1, 0, 1);
                                add(rank, sig, 1, 0, 1);
                                add(rank, sig, 1, 1, 1);
                            } else {
                                await(rank, sig, 1, 1);
                                rank.await(sig, new long[] {0, 0}, 1, WaitCmp.Eq, 9);
                            }
                        });

        BlockedWait wait = stuck(code, 2).ranks().get(1).blocked().orElseThrow();
        assertThat(wait.value()).isEqualTo(2);
        assertThat(wait.condition()).isEqualTo("== 1");
    }

    @Test
    void what_is_queued_behind_a_blocked_task_is_listed() {
        FakeCode code =
                new FakeCode(
                        (host, args) -> {
                            View sig = signals(host, "sig", 1);
                            host.dispatch(1, 0, new Object[] {sig}, 5);
                            host.dispatch(2, 0, new Object[] {sig}, 6);
                            host.join();
                            host.join();
                        },
                        (rank, args) -> await(rank, (View) args[0], 0, 1),
                        (rank, args) -> add(rank, (View) args[0], 0, 0, 1));

        RankState state = stuck(code, 2).ranks().get(0);
        assertThat(state.queued())
                .singleElement()
                .satisfies(t -> assertThat(t.function()).isEqualTo("chip2"));
    }

    @Test
    void a_plain_store_to_a_cell_is_seen() {
        FakeCode code =
                new FakeCode(
                        everywhere(2),
                        (rank, args) -> {
                            View sig = (View) args[0];
                            if (rank.device() == 0) {
                                await(rank, sig, 0, 1);
                                View peer = rank.peer(sig, 1);
                                peer.segment().set(ValueLayout.JAVA_INT, peer.address(1, 0), 5);
                            } else {
                                add(rank, sig, 0, 0, 1);
                                await(rank, sig, 1, 5);
                            }
                        });

        assertThat(code.run(2)).isInstanceOf(Outcome.Finished.class);
    }

    /** Random token passing: every handshake is answered, so any report would be a false one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void ten_thousand_random_handshakes_end(long seed) {
        int ranks = 3 + (int) seed;
        int steps = 2500;
        int[] path = new SplittableRandom(seed).ints(steps + 1, 1, ranks).toArray();
        for (int i = 1; i <= steps; i++) {
            path[i] = (path[i] + path[i - 1]) % ranks; // never the same rank twice in a row
        }
        FakeCode code =
                new FakeCode(
                        everywhere(2),
                        (rank, args) -> {
                            SplittableRandom delays =
                                    new SplittableRandom(seed * 31 + rank.device());
                            View sig = (View) args[0];
                            int tokens = 0;
                            int acks = 0;
                            for (int i = 0; i < steps; i++) {
                                if (path[i] == rank.device()) {
                                    for (int k = delays.nextInt(200); k > 0; k--) {
                                        Thread.onSpinWait();
                                    }
                                    add(rank, sig, path[i + 1], 0, 1);
                                    await(rank, sig, 1, ++acks);
                                }
                                if (path[i + 1] == rank.device()) {
                                    await(rank, sig, 0, ++tokens);
                                    add(rank, sig, path[i], 1, 1);
                                }
                            }
                        });

        assertThat(code.run(ranks)).isInstanceOf(Outcome.Finished.class);
    }

    /** Short runs: most of their time is spent starting, blocking and ending. */
    @Test
    void two_thousand_short_runs_end_the_right_way() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 2000; i++) {
            int ranks = 2 + random.nextInt(3);
            boolean answered = random.nextBoolean();
            int delay = random.nextInt(300);
            FakeCode code =
                    new FakeCode(
                            everywhere(1),
                            (rank, args) -> {
                                View sig = (View) args[0];
                                if (rank.device() == 0) {
                                    for (int k = delay; k > 0; k--) {
                                        Thread.yield();
                                    }
                                    for (int p = 1; p < ranks; p++) {
                                        int value = answered || p < ranks - 1 ? 2 : 1;
                                        rank.notify(
                                                sig, p, new long[] {0, 0}, value, NotifyOp.Set, 1);
                                    }
                                } else {
                                    await(rank, sig, 0, 2);
                                }
                            });
            Outcome outcome = code.run(ranks);
            assertThat(outcome)
                    .as("run %d", i)
                    .isInstanceOf(answered ? Outcome.Finished.class : Outcome.Stuck.class);
            if (outcome instanceof Outcome.Stuck stuck) {
                List<RankState> states = stuck.standstill().ranks();
                assertThat(states.get(ranks - 1).blocked().orElseThrow().value()).isEqualTo(1);
            }
        }
    }
}
