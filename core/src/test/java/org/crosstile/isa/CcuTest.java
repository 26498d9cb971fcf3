package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** TREDUCE by the CCU of an A5. */
@Timeout(60)
class CcuTest {
    private static final long SLOT = 3;
    private static final int MASK = 0x5;
    private static final int RANKS = 4;
    private static final TileType TILE = TileType.fixed(DType.FP32, 16, 64);

    private final Fabric fabric = new Fabric(CostModel.standard(Arch.A5), RANKS);
    private final GlobalTensor[] x = fabric.tensors("x", DType.FP32, 16, 64);
    private final GlobalTensor[] y = fabric.tensors("y", DType.FP32, 16, 64);

    private void onHost(ReduceOp op, int root) {
        for (int r = 0; r < RANKS; r++) {
            fabric.ccu().register(r, ParallelGroup.create(x, RANKS, root), y[root], op, SLOT, MASK);
            fabric.ccu().launch(r, SLOT);
        }
    }

    private void ring(Core core, int root, CcuTriggerContext context, RecordEvent... after) {
        Tile acc = core.tile("acc", TILE);
        Tile recv = core.tile("recv", TILE);
        core.treduce(
                ParallelGroup.create(x, RANKS, root),
                y[core.rank()],
                acc,
                recv,
                ReduceOp.Min,
                context,
                after);
    }

    static Stream<Arguments> reductions() {
        return Stream.of(ReduceOp.values())
                .flatMap(op -> Stream.of(0, 2).map(r -> Arguments.of(op, r)));
    }

    @ParameterizedTest
    @MethodSource("reductions")
    void inputs_of_the_host_are_reduced_when_all_ranks_have_rung(ReduceOp op, int root) {
        Plain.fill(x, Plain.UNEVEN);
        onHost(op, root);

        Timeline timeline =
                fabric.run(core ->
                        ring(
                                core,
                                root,
                                new CcuTriggerContext(
                                        SLOT, MASK, core.rank(), CcuInputSource.HostManaged)));

        Plain.assertElements(y[root], i -> Plain.reduced(op, x, root, i));
        assertThat(timeline.busy(root, Pipe.CCU)).isPositive();
        assertThat(timeline.busy(root, Pipe.V)).isZero();
    }

    @Test
    void partial_results_in_acc_are_stored_first() {
        onHost(ReduceOp.Sum, 0);

        fabric.run(core -> {
            Tile acc = core.tile("acc", TILE);
            RecordEvent filled = core.texpands(acc, core.rank() + 0.5);
            core.treduce(
                    ParallelGroup.create(x, RANKS, 0),
                    y[0],
                    acc,
                    core.tile("recv", TILE),
                    ReduceOp.Sum,
                    new CcuTriggerContext(SLOT, MASK, core.rank(), CcuInputSource.AivStored),
                    filled);
        });

        Plain.assertElements(y[0], i -> 8);
    }

    @Test
    void storing_acc_waits_for_the_event_of_what_fills_it() {
        onHost(ReduceOp.Sum, 0);

        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            Tile acc = core.tile("acc", TILE);
                            core.texpands(acc, core.rank());
                            core.treduce(
                                    ParallelGroup.create(x, RANKS, 0),
                                    y[0],
                                    acc,
                                    core.tile("recv", TILE),
                                    ReduceOp.Sum,
                                    new CcuTriggerContext(
                                            SLOT, MASK, core.rank(), CcuInputSource.AivStored));
                        }))
                .hasMessageContaining("TSTORE on MTE3 reads `acc`")
                .hasMessageContaining("TEXPANDS on V writes it");
    }

    private AbstractThrowableAssert<?, ? extends Throwable> refused(
            String rule, CcuTriggerContext ofRank2) {
        return assertThatThrownBy(() ->
                        fabric.run(core -> {
                            CcuTriggerContext right =
                                    new CcuTriggerContext(
                                            SLOT, MASK, core.rank(), CcuInputSource.HostManaged);
                            ring(core, 0, core.rank() == 2 ? ofRank2 : right);
                        }))
                .isInstanceOfSatisfying(Fault.class, f -> assertThat(f.rule()).isEqualTo(rule));
    }

    @Test
    void a_wrong_mask_slot_or_index_is_said() {
        onHost(ReduceOp.Sum, 0);
        refused("isa-ccu-mask", new CcuTriggerContext(SLOT, 1, 2, CcuInputSource.HostManaged))
                .hasMessageContaining("rank 2 rings slot 3 with mask 0x1")
                .hasMessageContaining("registered with 0x5");
        refused("isa-ccu-self", new CcuTriggerContext(SLOT, MASK, 1, CcuInputSource.HostManaged))
                .hasMessageContaining("rank 2 says that it is 1");
        refused("isa-ccu-slot", new CcuTriggerContext(9, MASK, 2, CcuInputSource.HostManaged))
                .hasMessageContaining("rank 2 rings slot 9, and registered are [3]");
    }

    @Test
    void a_rank_that_did_not_launch_or_ring_is_named() {
        for (int r = 0; r < RANKS; r++) {
            fabric.ccu()
                    .register(r, ParallelGroup.create(x, RANKS, 0), y[0], ReduceOp.Sum, SLOT, MASK);
            if (r != 1) {
                fabric.ccu().launch(r, SLOT);
            }
        }
        assertThatThrownBy(() ->
                        fabric.run(core -> {
                            if (core.rank() != 1) {
                                ring(
                                        core,
                                        0,
                                        new CcuTriggerContext(
                                                SLOT,
                                                MASK,
                                                core.rank(),
                                                CcuInputSource.HostManaged));
                            }
                        }))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo("isa-ccu-launch"))
                .hasMessageContaining("slot 3 never starts: rank 1 has not launched it");
    }

    @Test
    void a_rank_that_rings_without_a_launch_is_named() {
        for (int r = 0; r < RANKS; r++) {
            fabric.ccu()
                    .register(r, ParallelGroup.create(x, RANKS, 0), y[0], ReduceOp.Sum, SLOT, MASK);
            if (r != 1) {
                fabric.ccu().launch(r, SLOT);
            }
        }
        assertThatThrownBy(() ->
                        fabric.run(core ->
                                ring(
                                        core,
                                        0,
                                        new CcuTriggerContext(
                                                SLOT,
                                                MASK,
                                                core.rank(),
                                                CcuInputSource.HostManaged))))
                .hasMessageContaining("rank 1 rings slot 3 and has not launched it");
    }

    @Test
    void ranks_register_the_same() {
        Ccu ccu = fabric.ccu();
        ParallelGroup group = ParallelGroup.create(x, RANKS, 0);
        ccu.register(0, group, y[0], ReduceOp.Sum, SLOT, MASK);

        assertThatThrownBy(() -> ccu.register(1, group, y[0], ReduceOp.Max, SLOT, MASK))
                .hasMessageContaining("rank 1 registers slot 3 with Max")
                .hasMessageContaining("others with Sum");
        assertThatThrownBy(() -> ccu.register(0, group, y[0], ReduceOp.Sum, SLOT, MASK))
                .hasMessageContaining("twice");
        assertThatThrownBy(() -> ccu.launch(2, SLOT))
                .hasMessageContaining("rank 2 launches slot 3 without having registered it");
    }

    @Test
    void there_is_no_ccu_on_a2_and_a3() {
        Fabric old = new Fabric(CostModel.standard(Arch.A2A3), 1);
        GlobalTensor[] a = old.tensors("a", DType.FP32, 16);
        ParallelGroup group = ParallelGroup.create(a, 1, 0);

        assertThatThrownBy(() -> old.ccu().register(0, group, a[0], ReduceOp.Sum, SLOT, MASK))
                .hasMessageContaining("CCU engine is not available on A2/A3");
    }

    @Test
    void the_engine_and_the_context_belong_together() {
        Fabric one = new Fabric(CostModel.standard(Arch.A5), 1);
        GlobalTensor[] a = one.tensors("a", DType.FP32, 16);

        assertThatThrownBy(() ->
                        new Instruction.Treduce(
                                ParallelGroup.create(a, 1, 0),
                                a[0],
                                java.util.List.of(),
                                ReduceOp.Sum,
                                CollEngine.CCU,
                                java.util.Optional.empty()))
                .hasMessageContaining("the engine is CCU without a context");
    }
}
