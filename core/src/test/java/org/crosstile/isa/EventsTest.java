package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.assertj.core.api.AbstractThrowableAssert;
import org.crosstile.abi.DType;
import org.crosstile.memory.Arith;
import org.crosstile.memory.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A missing event is found, whatever the simulated clock says; the right ones are enough. */
@Timeout(60)
class EventsTest {
    private static final TileType ROW = TileType.fixed(DType.FP32, 1, 64);

    private final Fabric fabric = new Fabric(CostModel.standard(Arch.A2A3), 2);
    private final GlobalTensor[] x = fabric.tensors("x", DType.FP32, 1, 64);
    private final GlobalTensor[] y = fabric.tensors("y", DType.FP32, 1, 64);

    private AbstractThrowableAssert<?, ? extends Throwable> race(Kernel kernel) {
        return assertThatThrownBy(() ->
                        fabric.run(core -> {
                            if (core.rank() == 0) {
                                kernel.run(core);
                            }
                        }))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("isa-race"));
    }

    private void noRace(Kernel kernel) {
        fabric.run(core -> {
            if (core.rank() == 0) {
                kernel.run(core);
            }
        });
    }

    @Test
    void the_vector_unit_must_wait_for_a_load() {
        race(
                        core -> {
                            Tile a = core.tile("a", ROW);
                            core.tload(a, x[0]);
                            core.vector(Arith.ADD, a, a, a);
                        })
                .hasMessageContaining(
                        "TADD on V reads `a` (UB 0x0 to 0x100) while TLOAD on MTE2 writes it");
        noRace(core -> {
            Tile a = core.tile("a", ROW);
            RecordEvent loaded = core.tload(a, x[0]);
            core.vector(Arith.ADD, a, a, a, loaded);
        });
    }

    @Test
    void a_load_must_wait_until_the_vector_unit_has_read_the_tile() {
        race(
                        core -> {
                            Tile a = core.tile("a", ROW);
                            Tile b = core.tile("b", ROW);
                            RecordEvent loaded = core.tload(a, x[0]);
                            core.vector(Arith.ADD, b, a, a, loaded);
                            core.tload(a, x[1]);
                        })
                .hasMessageContaining(
                        "TLOAD on MTE2 writes `a` (UB 0x0 to 0x100) while TADD on V reads it");
        noRace(core -> {
            Tile a = core.tile("a", ROW);
            Tile b = core.tile("b", ROW);
            RecordEvent loaded = core.tload(a, x[0]);
            RecordEvent added = core.vector(Arith.ADD, b, a, a, loaded);
            core.tload(a, x[1], added);
        });
    }

    @Test
    void a_store_must_wait_for_the_vector_unit_and_the_next_load_for_the_store() {
        race(
                        core -> {
                            Tile a = core.tile("a", ROW);
                            core.texpands(a, 1);
                            core.tstore(y[0], a);
                        })
                .hasMessageContaining("TSTORE on MTE3 reads `a`");
        race(
                        core -> {
                            Tile a = core.tile("a", ROW);
                            RecordEvent filled = core.texpands(a, 1);
                            core.tstore(y[0], a, filled);
                            core.tload(a, x[0], filled);
                        })
                .hasMessageContaining("TLOAD on MTE2 writes `a`")
                .hasMessageContaining("while TSTORE on MTE3 reads it");
    }

    @Test
    void one_pipe_needs_no_event_and_order_is_passed_on() {
        noRace(core -> {
            Tile a = core.tile("a", ROW);
            Tile b = core.tile("b", ROW);
            core.tload(a, x[0]);
            RecordEvent both = core.tload(b, x[1]);
            RecordEvent sum = core.vector(Arith.ADD, a, a, b, both);
            core.vector(Arith.MAX, a, a, b);
            RecordEvent stored = core.tstore(y[0], a, sum, core.vector(Arith.MIN, a, a, b));
            core.tload(b, x[0], stored);
        });
    }

    @Test
    void a_barrier_orders_everything() {
        noRace(core -> {
            Tile a = core.tile("a", ROW);
            core.tload(a, x[0]);
            core.pipeBarrier();
            core.vector(Arith.ADD, a, a, a);
            core.pipeBarrier(Pipe.V);
            core.tstore(y[0], a);
        });
        race(core -> {
            Tile a = core.tile("a", ROW);
            core.tload(a, x[0]);
            core.pipeBarrier(Pipe.V);
            core.vector(Arith.ADD, a, a, a);
        });
    }

    @Test
    void global_memory_that_was_stored_is_loaded_behind_the_store() {
        race(
                        core -> {
                            Tile a = core.tile("a", ROW);
                            Tile b = core.tile("b", ROW);
                            core.tstore(y[0], a, core.texpands(a, 1));
                            core.tload(b, y[0]);
                        })
                .hasMessageContaining("TLOAD on MTE2 of rank 0 reads `y` of rank 0")
                .hasMessageContaining("TSTORE on MTE3 of rank 0 writes it");
        noRace(core -> {
            Tile a = core.tile("a", ROW);
            Tile b = core.tile("b", ROW);
            RecordEvent stored = core.tstore(y[0], a, core.texpands(a, 1));
            core.tload(b, y[0], stored);
        });
    }

    @Test
    void an_instruction_that_follows_with_the_same_tiles_waits_for_the_one_before() {
        Kernel twice =
                core -> {
                    Tile acc = core.tile("acc", ROW);
                    Tile recv = core.tile("recv", ROW);
                    ParallelGroup group = ParallelGroup.create(x, 2, 0);
                    RecordEvent first = core.treduce(group, y[0], acc, recv, ReduceOp.Sum);
                    core.treduce(group, y[0], acc, recv, ReduceOp.Max, first);
                };
        noRace(twice);
        race(
                        core -> {
                            Tile acc = core.tile("acc", ROW);
                            Tile recv = core.tile("recv", ROW);
                            ParallelGroup group = ParallelGroup.create(x, 2, 0);
                            core.treduce(group, y[0], acc, recv, ReduceOp.Sum);
                            core.treduce(group, y[0], acc, recv, ReduceOp.Max);
                        })
                .hasMessageContaining("TLOAD on MTE2 writes `acc`");
    }

    @Test
    void a_reduction_in_place_slides_without_a_race() {
        GlobalTensor[] large = fabric.tensors("large", DType.FP32, 300, 70);
        Plain.fill(large, Plain.UNEVEN);
        double[] expected = new double[300 * 70];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = Plain.reduced(ReduceOp.Sum, large, 0, i);
        }
        TileType tile = TileType.dynamic(DType.FP32, 8, 16);

        noRace(core ->
                core.treduce(
                        ParallelGroup.create(large, 2, 0),
                        large[0],
                        core.tile("acc", tile),
                        core.tile("ping", tile),
                        core.tile("pong", tile),
                        ReduceOp.Sum));

        Plain.assertElements(large[0], i -> expected[(int) (long) i]);
    }

    @Test
    void what_another_rank_reads_must_have_been_announced_behind_the_store() {
        GlobalTensor[] sig = fabric.tensors("sig", DType.INT32, 1);
        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            Tile a = core.tile("a", ROW);
                            if (core.rank() == 0) {
                                core.tstore(y[1], a, core.texpands(a, 1));
                                core.tnotify(new Signal(sig[1]), 1, NotifyOp.Set);
                            } else {
                                core.twait(new Signal(sig[1]), 1, WaitCmp.EQ);
                                core.tload(a, y[1]);
                            }
                        }))
                .hasMessageContaining("TLOAD on MTE2 of rank 1 reads `y` of rank 1")
                .hasMessageContaining("while TSTORE on MTE3 of rank 0 writes it");
        fabric.run(core -> {
            Tile a = core.tile("a", ROW);
            if (core.rank() == 0) {
                RecordEvent stored = core.tstore(y[1], a, core.texpands(a, 1));
                core.tnotify(new Signal(sig[1]), 2, NotifyOp.Set, stored);
            } else {
                core.twait(new Signal(sig[1]), 2, WaitCmp.EQ);
                core.tload(a, y[1]);
            }
        });
    }

    @Test
    void neighbours_in_one_tensor_are_no_race() {
        GlobalTensor[] rows = fabric.tensors("rows", DType.FP32, 4, 64);
        fabric.run(core -> {
            Tile a = core.tile("a", ROW);
            RecordEvent filled = core.texpands(a, core.rank());
            core.tstore(rows[0].rows(core.rank(), 1), a, filled);
        });
        assertThat(Plain.get(rows[0], 64)).isEqualTo(1);
    }

    @Test
    void two_ranks_that_write_the_same_row_are() {
        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            Tile a = core.tile("a", ROW);
                            core.tput(y[0], x[core.rank()], List.of(a), AtomicType.AtomicNone);
                        }))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("isa-race"));
    }

    @Test
    void adding_atomically_to_the_same_row_is_none() {
        fabric.run(core -> {
            Tile a = core.tile("a", ROW);
            core.tput(y[0], x[core.rank()], List.of(a), AtomicType.AtomicAdd);
        });
    }
}
