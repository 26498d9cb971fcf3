# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        t = pl.tile.load(data, [0, 0], [1, 64], [1, 64])
        t_1 = pl.tile.add(t, 1.0)
        pl.tile.store(t_1, [0, 0], data)

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def chip(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        self.kernel(data)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        all_buf = pld.tensor.alloc_window_buffer(256)
        all = pld.tensor.window(all_buf, [1, 64], dtype=pl.FP32)
        pair_buf = pld.tensor.alloc_window_buffer(256)
        pair = pld.tensor.window(pair_buf, [1, 64], dtype=pl.FP32)
        t = pld.system.world_size()
        for r in pl.range(t):
            self.chip(all, device=r)
        pld.system.join()
        for r_1 in pl.range(2):
            self.chip(pair, device=r_1)
        pld.system.join()
        __allreduce_signal_world_size_0 = pld.system.world_size()
        __allreduce_signal_buf_0 = pld.tensor.alloc_window_buffer(__allreduce_signal_world_size_0 * pl.const(8, pl.INT64))
        __allreduce_signal_0 = pld.tensor.window(__allreduce_signal_buf_0, [__allreduce_signal_world_size_0, 2], dtype=pl.INT32)
        all_1 = pld.tensor.allreduce(all, __allreduce_signal_0, core_num=2)
        __allreduce_signal_world_size_1 = pld.system.world_size()
        __allreduce_signal_buf_1 = pld.tensor.alloc_window_buffer(__allreduce_signal_world_size_1 * pl.const(4, pl.INT64))
        __allreduce_signal_1 = pld.tensor.window(__allreduce_signal_buf_1, [__allreduce_signal_world_size_1, 1], dtype=pl.INT32)
        pld.tensor.allreduce(pair, __allreduce_signal_1, op=pld.ReduceOp.Max)
