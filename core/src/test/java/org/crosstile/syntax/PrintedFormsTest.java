package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.crosstile.model.Function;
import org.crosstile.model.Program;
import org.crosstile.model.Stmt;
import org.crosstile.model.Type;
import org.junit.jupiter.api.Test;

/**
 * Text as the upstream printer writes it: canonical names, codes for constants, a type at every
 * assignment.
 */
class PrintedFormsTest {
    private static final String PRINTED =
            """
            # pypto.program: Printed
            import pypto.language as pl

            @pl.program
            class Printed:
                @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
                def step(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]], peer: pl.Scalar[pl.INT32]):
                    win: pld.DistributedTensor[[1, 64], pl.FP32] = pl.tile.store(pl.tile.load(x, [0, 0], [1, 64], [1, 64], target_memory=pl.Mem.Vec), [0, 0], win)
                    pld.system.notify(sig, peer, [0, 0], pl.const(1, pl.INT32), op=0)
                    pld.system.wait(sig, [0, 0], pl.const(1, pl.INT32), cmp=1)
                    return pl.tile.store(pld.tile.remote_load(win, peer, [0, 0], [1, 64]), [0, 0], y)

                @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
                def region(dst: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]], x: pl.Tensor[[8, 64], pl.FP32]):
                    ctx: pld.CommCtxType = pld.system.get_comm_ctx(dst)
                    me: pl.Scalar[pl.INT32] = pld.system.rank(ctx)
                    p: pl.Scalar[pl.INDEX] = (pl.cast(me, pl.INDEX) + 1) % pl.cast(pld.system.nranks(ctx), pl.INDEX)
                    pld.tensor.put(dst, p, x, [4, 0], [0, 0], [1, 64], atomic=pl.AtomicType.Add)

                @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
                def carried(x: pl.Tensor[[1, 65], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 65], pl.FP32]], sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
                    for c, (d,) in pl.range(0, 65, 16, init_values=(data,)):
                        t: pl.Tile[[1, 16], pl.FP32, pl.Mem.Vec, pl.TileView(valid_shape=[1, pl.min(pl.const(16, pl.INDEX), pl.const(65, pl.INDEX) - c)])] = pl.tile.load(x, [0, c], [1, 16], [1, pl.min(16, 65 - c)], target_memory=pl.Mem.Vec)
                        d_1: pld.DistributedTensor[[1, 65], pl.FP32] = pl.tile.store(t, [0, c], d)
                        staged: pld.DistributedTensor[[1, 65], pl.FP32] = pl.yield_(d_1)
                    data: pld.DistributedTensor[[1, 65], pl.FP32] = pld.tensor.allreduce(staged, sig, op=1, mode='mesh', core_num=1)

                @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
                def chip(self, x: pl.Tensor[[1, 64], pl.FP32], w: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]]):
                    pass

                @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                def host(self, x: pl.Tensor[[2, 1, 64], pl.FP32]):
                    # pld.comm_domain: devices=all, slots=[buf]
                    buf: pl.Ptr = pld.tensor.alloc_window_buffer(pld.system.world_size() * 4)
                    for r in pl.range(pld.system.world_size()):
                        w: pld.DistributedTensor[[pld.system.world_size(), 1], pl.INT32] = pld.tensor.window(buf, [pld.system.world_size(), 1], dtype=pl.INT32)
                        self.chip(pl.tensor.slice(x, [1, 1, 64], [r, 0, 0], [], [0]), w, device=r, attrs={"arg_directions": [pl.adir.input, pl.adir.inout, pl.adir.scalar]})
            """;

    @Test
    void it_reads_without_problems_and_round_trips() {
        Program program = Texts.program(PRINTED);

        assertThat(program.functions())
                .extracting(Function::name)
                .containsExactly("step", "region", "carried", "chip", "host");
        String text = Texts.roundTrip(program);
        assertThat(text)
                .contains(
                        "op=pld.NotifyOp.AtomicAdd",
                        "cmp=pld.WaitCmp.Ge",
                        "atomic=pl.AtomicType.Add")
                .contains("op=pld.ReduceOp.Max")
                .contains(
                        "attrs={\"arg_directions\": [pl.adir.input, pl.adir.inout, pl.adir.scalar]}");
    }

    @Test
    void kernels_have_no_self_and_orchestrations_do() {
        Program program = Texts.program(PRINTED);

        assertThat(program.find("step").orElseThrow().params()).hasSize(5);
        assertThat(program.find("chip").orElseThrow().params()).hasSize(2);
    }

    @Test
    void annotations_give_types_to_what_they_annotate() {
        Stmt.For loop =
                (Stmt.For)
                        Texts.program(PRINTED)
                                .find("carried")
                                .orElseThrow()
                                .body()
                                .statements()
                                .getFirst();
        Stmt.Assign load = (Stmt.Assign) loop.body().statements().getFirst();

        assertThat(load.target().type())
                .isInstanceOfSatisfying(Type.Tile.class, t -> assertThat(t.valid()).hasSize(2));
        assertThat(loop.results()).extracting(v -> v.name()).containsExactly("staged");
    }
}
