package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** TNOTIFY, TWAIT and TTEST, and the order that they make between ranks. */
@Timeout(60)
class SignalsTest {
    private static final TileType ROW = TileType.fixed(DType.INT32, 1, 16);

    private static Fabric fabric(int ranks) {
        return new Fabric(CostModel.standard(Arch.A2A3), ranks);
    }

    @Test
    void a_ring_passes_a_block_on() {
        Fabric fabric = fabric(5);
        GlobalTensor[] x = fabric.tensors("x", DType.INT32, 1, 16);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        Plain.fill(x, (rank, i) -> rank == 0 ? i + 1 : 0);

        fabric.run(core -> {
            int me = core.rank();
            Tile stage = core.tile("stage", ROW);
            if (me > 0) {
                core.twait(new Signal(sig[me]), 1, WaitCmp.EQ);
            }
            if (me < core.ranks() - 1) {
                core.tput(x[me + 1], x[me], List.of(stage), AtomicType.AtomicNone);
                core.tnotify(new Signal(sig[me + 1]), 1, NotifyOp.Set);
            }
        });

        Plain.assertElements(x[4], i -> i + 1);
    }

    @Test
    void a_wait_asks_for_all_cells_of_a_matrix_and_a_notify_changes_the_first() {
        Fabric fabric = fabric(4);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 2, 2);
        GlobalTensor[] seen = fabric.tensors("seen", DType.INT32, 4);

        fabric.run(core -> {
            GlobalTensor cell = cell(sig[0], core.rank());
            core.tnotify(new Signal2D(cell), 10 + core.rank(), NotifyOp.Set);
            if (core.rank() == 0) {
                core.twait(new Signal2D(sig[0]), 10, WaitCmp.GE);
                for (int i = 0; i < 4; i++) {
                    Plain.set(seen[0], i, Plain.get(sig[0], i));
                }
            }
        });

        Plain.assertElements(seen[0], i -> 10 + i);
    }

    private static GlobalTensor cell(GlobalTensor cells, int i) {
        org.crosstile.memory.View view = cells.view();
        return GlobalTensor.of(
                cells.name(),
                cells.rank(),
                org.crosstile.memory.View.packed(
                        view.segment(), view.address(0, 0, 0, i / 2, i % 2), DType.INT32, 1));
    }

    @Test
    void a_test_tells_and_does_not_block() {
        Fabric fabric = fabric(2);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        int[] polls = {0};

        fabric.run(core -> {
            if (core.rank() == 0) {
                assertThat(core.ttest(new Signal(sig[0]), 1, WaitCmp.LT)).isTrue();
                while (!core.ttest(new Signal(sig[0]), 1, WaitCmp.GE)) {
                    polls[0]++;
                }
            } else {
                Tile tile = core.tile("t", ROW);
                for (int i = 0; i < 10; i++) {
                    core.texpands(tile, i);
                }
                core.pipeBarrier();
                core.tnotify(new Signal(sig[0]), 1, NotifyOp.AtomicAdd);
            }
        });

        assertThat(polls[0]).isPositive();
    }

    @Test
    void when_nobody_can_notify_any_more_it_is_said_who_waits_for_what() {
        Fabric fabric = fabric(3);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);

        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            if (core.rank() > 0) {
                                core.twait(new Signal(sig[core.rank()]), core.rank(), WaitCmp.GE);
                            }
                        }))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("isa-deadlock"))
                .hasMessageContaining("rank 1 waits for `sig` >= 1, and it is 0")
                .hasMessageContaining("rank 2 waits for `sig` >= 2, and it is 0");
    }

    @Test
    void polling_for_ever_is_found() {
        Fabric fabric = fabric(1);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);

        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            while (!core.ttest(new Signal(sig[0]), 1, WaitCmp.GE)) {}
                        }))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("polls by TTEST");
    }

    /** Each polls for what its neighbour would say after its own poll; some compute meanwhile. */
    @ParameterizedTest
    @CsvSource({"2, false", "3, false", "5, true"})
    void ranks_that_poll_each_other_are_found(int ranks, boolean works) {
        Fabric fabric = fabric(ranks);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        TileType type = TileType.fixed(DType.FP32, 8, 8);

        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            Tile tile = core.tile("t", type);
                            Signal mine = new Signal(sig[core.rank()]);
                            while (!core.ttest(mine, 1, WaitCmp.GE)) {
                                if (works) {
                                    core.texpands(tile, 1);
                                }
                            }
                            Signal next = new Signal(sig[(core.rank() + 1) % ranks]);
                            core.tnotify(next, 1, NotifyOp.Set);
                        }))
                .isInstanceOf(Fault.class)
                .hasMessageContaining(
                        "rank 0 polls by TTEST for `sig` >= 1, and it is 0; rank 1 polls")
                .hasMessageEndingWith("; no rank can move any more");
    }

    @Test
    void a_rank_that_polls_and_one_that_waits_are_found() {
        Fabric fabric = fabric(3);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);

        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            Signal mine = new Signal(sig[core.rank()]);
                            switch (core.rank()) {
                                case 0 -> {
                                    while (!core.ttest(mine, 1, WaitCmp.GE)) {}
                                }
                                case 1 -> core.twait(mine, 2, WaitCmp.EQ);
                                default -> {}
                            }
                        }))
                .hasMessageContaining(
                        "rank 0 polls by TTEST for `sig` >= 1, and it is 0; rank 1 waits for `sig` == 2,"
                                + " and it is 0; no rank can move");
    }

    /** The last one lets the others poll far more often than what is taken for a standstill. */
    @Test
    void a_poll_that_succeeds_late_is_no_standstill() {
        Fabric fabric = fabric(3);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        GlobalTensor[] beat = fabric.tensors("beat", DType.INT32, 1);
        long[] polls = {0};

        fabric.run(core -> {
            Signal mine = new Signal(sig[core.rank()]);
            if (core.rank() == 2) {
                for (int i = 0; i < 4; i++) {
                    for (int k = 0; k < 50_000; k++) {
                        boolean _ = core.ttest(mine, 1, WaitCmp.GE);
                    }
                    core.tnotify(new Signal(beat[2]), i, NotifyOp.Set);
                }
                core.tnotify(new Signal(sig[0]), 1, NotifyOp.Set);
                core.tnotify(new Signal(sig[1]), 1, NotifyOp.Set);
            } else {
                while (!core.ttest(mine, 1, WaitCmp.GE)) {
                    polls[0]++;
                }
            }
        });

        assertThat(polls[0]).isGreaterThan(300_000);
    }

    @Test
    void whoever_calls_can_end_a_run_by_an_interrupt() throws Exception {
        Fabric fabric = fabric(2);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicBoolean stillInterrupted = new AtomicBoolean();
        CountDownLatch begun = new CountDownLatch(2);
        Thread caller =
                Thread.ofPlatform()
                        .start(() -> {
                            try {
                                fabric.run(core -> {
                                    begun.countDown();
                                    for (int beat = 0; ; beat++) {
                                        boolean _ =
                                                core.ttest(
                                                        new Signal(sig[core.rank()]),
                                                        -1,
                                                        WaitCmp.EQ);
                                        core.tnotify(
                                                new Signal(sig[core.rank()]),
                                                beat & 1,
                                                NotifyOp.Set);
                                    }
                                });
                            } catch (RuntimeException e) {
                                thrown.set(e);
                                stillInterrupted.set(Thread.currentThread().isInterrupted());
                            }
                        });

        begun.await();
        caller.interrupt();
        caller.join();

        assertThat(thrown.get()).isInstanceOf(CancellationException.class);
        assertThat(stillInterrupted).isTrue();
    }

    @Test
    void a_limit_ends_ranks_that_poll_and_ranks_that_compute() {
        Fabric fabric = fabric(2);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        Kernel endless =
                core -> {
                    Tile tile = core.tile("t", TileType.fixed(DType.FP32, 8, 8));
                    if (core.rank() == 0) {
                        core.twait(new Signal(sig[0]), 1, WaitCmp.GE);
                    }
                    while (true) {
                        core.texpands(tile, 1);
                    }
                };

        assertThatThrownBy(() -> fabric.run(endless, Optional.of(Duration.ofMillis(50))))
                .isInstanceOf(Fault.class)
                .hasMessage("a run must end within its time limit: it has run for 0.05 s");
        assertThatThrownBy(() -> fabric.run(endless, Optional.of(Duration.ZERO)))
                .isInstanceOf(Fault.class);
    }

    @Test
    void a_wait_ends_when_the_deposit_shows_on_the_simulated_clock() {
        CostModel costs = CostModel.standard(Arch.A2A3);
        Fabric fabric = new Fabric(costs, 2);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        long[] woke = {0};

        fabric.run(core -> {
            if (core.rank() == 0) {
                core.tnotify(new Signal(sig[1]), 1, NotifyOp.Set);
            } else {
                core.twait(new Signal(sig[1]), 1, WaitCmp.GE);
                woke[0] = core.cycle();
            }
        });

        assertThat(woke[0]).isEqualTo(costs.deposit());
    }

    @Test
    void signals_are_int32() {
        GlobalTensor cells = fabric(1).tensors("sig", DType.FP32, 1)[0];

        assertThatThrownBy(() -> new Signal(cells))
                .isInstanceOf(Fault.class)
                .hasMessageContaining("signal cells are INT32: `sig` is [1, 1] FP32");
    }

    @Test
    void an_error_of_the_kernel_itself_ends_all_ranks_and_comes_out_as_it_is() {
        Fabric fabric = fabric(2);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);

        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            if (core.rank() == 0) {
                                core.twait(new Signal(sig[0]), 1, WaitCmp.GE);
                            }
                            throw new IllegalStateException("mine");
                        }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("mine");
    }

    /** Rank 0 stores and deposits; rank 1 waits and loads; rank 2 deposits, too. */
    private static void pass(int initial, int deposit, WaitCmp cmp, int wanted, int other) {
        Fabric fabric = fabric(3);
        GlobalTensor[] x = fabric.tensors("x", DType.INT32, 1, 16);
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        Plain.fill(sig, (rank, i) -> initial);
        fabric.run(core -> {
            Tile stage = core.tile("stage", ROW);
            Signal cell = new Signal(sig[1]);
            switch (core.rank()) {
                case 0 -> {
                    core.tput(x[1], x[0], List.of(stage), AtomicType.AtomicNone);
                    core.tnotify(cell, deposit, NotifyOp.AtomicAdd);
                }
                case 1 -> {
                    core.twait(cell, wanted, cmp);
                    core.tget(x[1], x[1], List.of(stage));
                }
                default -> {
                    for (int i = 0; i < 20; i++) {
                        core.texpands(stage, i);
                    }
                    if (other != 0) {
                        core.tnotify(cell, other, NotifyOp.AtomicAdd);
                    }
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({
        "0, 1, GE, 1, 0",
        "0, 1, GT, 0, 0",
        "0, -1, LE, -1, 0",
        "0, -1, LT, 0, 0",
        "0, 1, NE, 0, 0",
        "0, 3, EQ, 3, 0",
        "5, 1, GE, 6, 0",
        "5, -3, LT, 5, 0",
        "0, 1, GE, 2, 1",
        "5, -3, LE, 0, -2"
    })
    void a_wait_that_needs_a_deposit_orders_what_was_done_before_it(
            int initial, int deposit, WaitCmp cmp, int wanted, int other) {
        assertThatCode(() -> pass(initial, deposit, cmp, wanted, other)).doesNotThrowAnyException();
    }

    /** The other deposit comes much later on the simulated clock, and would have done. */
    @ParameterizedTest
    @CsvSource({
        "0, 1, GE, 1, 1",
        "0, 1, GT, 0, 2",
        "0, -1, LE, -1, -1",
        "0, -1, LT, 0, -5",
        "0, 1, NE, 0, -1",
        "0, 3, EQ, 3, 3",
        "1, 1, GE, 1, 0",
        "5, 1, GE, 6, 1",
        "5, -3, LT, 5, -1",
        "5, 1, EQ, 5, 0"
    })
    void a_wait_that_could_have_ended_without_a_deposit_orders_nothing(
            int initial, int deposit, WaitCmp cmp, int wanted, int other) {
        assertThatThrownBy(() -> pass(initial, deposit, cmp, wanted, other))
                .isInstanceOf(Race.class)
                .hasMessageContaining("of rank 1 ")
                .hasMessageContaining("(bytes 0 to 63)");
    }
}
