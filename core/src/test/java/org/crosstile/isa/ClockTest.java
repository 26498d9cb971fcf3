package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The simulated clock against the formula of its model. */
@Timeout(60)
class ClockTest {
    private static final int RANKS = 8;
    private static final int BYTES = 64 * 1024;

    /** Cycles of one reduction of 64 KiB per rank on 8 ranks. */
    private static long cycles(CostModel costs, int stages) {
        Fabric fabric = new Fabric(costs, RANKS);
        GlobalTensor[] x = fabric.tensors("x", DType.FP32, 128, 128);
        GlobalTensor[] y = fabric.tensors("y", DType.FP32, 128, 128);
        TileType tile = TileType.fixed(DType.FP32, 128, 128);
        Timeline timeline =
                fabric.run(core -> {
                    if (core.rank() == 0) {
                        ParallelGroup group = ParallelGroup.create(x, RANKS, 0);
                        Tile acc = core.tile("acc", tile);
                        Tile ping = core.tile("ping", tile);
                        if (stages == 1) {
                            core.treduce(group, y[0], acc, ping, ReduceOp.Sum);
                        } else {
                            Tile pong = core.tile("pong", tile);
                            core.treduce(group, y[0], acc, ping, pong, ReduceOp.Sum);
                        }
                    }
                });
        return timeline.end();
    }

    /**
     * With one receiving tile every remote block takes its load, an event, its reduction and an
     * event back: {@code own + (N-1) * (remote + event + vector + event) + store}.
     */
    private static long single(CostModel c) {
        return c.load(BYTES, false)
                + (RANKS - 1) * (c.load(BYTES, true) + c.vector(BYTES) + 2 * c.event())
                + c.store(BYTES, false);
    }

    /**
     * With two, loads follow each other while the vector unit works, if it is the faster one:
     * {@code own + (N-1) * remote + event + vector + event + store}.
     */
    private static long pingPong(CostModel c) {
        return c.load(BYTES, false)
                + (RANKS - 1) * c.load(BYTES, true)
                + c.vector(BYTES)
                + 2 * c.event()
                + c.store(BYTES, false);
    }

    @ParameterizedTest
    @EnumSource(Arch.class)
    void two_receiving_tiles_save_what_the_formula_says(Arch arch) {
        CostModel costs = CostModel.standard(arch);

        assertThat(cycles(costs, 1)).isEqualTo(single(costs));
        assertThat(cycles(costs, 2)).isEqualTo(pingPong(costs));
        assertThat(single(costs) - pingPong(costs))
                .isEqualTo((RANKS - 2) * (costs.vector(BYTES) + 2 * costs.event()));
    }

    @Test
    void where_the_vector_unit_is_slow_it_sets_the_pace() throws Exception {
        CostModel costs =
                CostModel.standard(Arch.A2A3).overriddenBy(new StringReader("a3.v.bytes=16\n"));
        long load = costs.load(BYTES, true);
        long vector = costs.vector(BYTES);

        assertThat(vector).isGreaterThan(load + 2 * costs.event());
        assertThat(cycles(costs, 2))
                .isEqualTo(
                        costs.load(BYTES, false)
                                + load
                                + costs.event()
                                + (RANKS - 1) * vector
                                + costs.event()
                                + costs.store(BYTES, false));
    }

    @ParameterizedTest
    @CsvSource({
        "a3.v.byte=1, there is no parameter `a3.v.byte`",
        "a3.v.bytes=fast, must be a whole number",
        "a3.v.bytes=0, must be a whole number"
    })
    void parameters_that_are_none_are_refused(String text, String message) {
        CostModel costs = CostModel.standard(Arch.A2A3);

        assertThatThrownBy(() -> costs.overriddenBy(new StringReader(text)))
                .isInstanceOf(CostModel.FormatException.class)
                .hasMessageContaining(message);
    }

    @Test
    void a_delay_may_be_nothing() throws IOException, CostModel.FormatException {
        CostModel costs =
                CostModel.standard(Arch.A2A3).overriddenBy(new StringReader("a3.event=0"));

        assertThat(costs.event()).isZero();
    }

    @Test
    void ping_pong_puts_shorten_a_long_transfer() {
        CostModel costs = CostModel.standard(Arch.A2A3);
        Fabric fabric = new Fabric(costs, 2);
        GlobalTensor[] x = fabric.tensors("x", DType.FP32, 1024, 64);
        GlobalTensor[] y = fabric.tensors("y", DType.FP32, 1024, 64);
        TileType tile = TileType.fixed(DType.FP32, 64, 64);
        Kernel one =
                core -> {
                    if (core.rank() == 0) {
                        core.tput(y[1], x[0], List.of(core.tile("a", tile)), AtomicType.AtomicNone);
                    }
                };
        Kernel two =
                core -> {
                    if (core.rank() == 0) {
                        core.tput(
                                y[1],
                                x[0],
                                List.of(core.tile("a", tile), core.tile("b", tile)),
                                AtomicType.AtomicNone);
                    }
                };
        long load = costs.load(16 * 1024, false);
        long store = costs.store(16 * 1024, true);

        assertThat(fabric.run(one).end()).isEqualTo(16 * (load + store) + 31 * costs.event());
        assertThat(fabric.run(two).end()).isEqualTo(load + costs.event() + 16 * store);
    }
}
