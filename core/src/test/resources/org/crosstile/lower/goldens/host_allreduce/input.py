# stages: SynthesizeAllReduceSignals MaterializeCommDomainScopes LowerHostTensorCollectives DeriveCallDirections MaterializeDistTensorCtx
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        pl.store(pl.add(pl.load(data, [0, 0], [1, 64]), 1.0), [0, 0], data)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        self.kernel(data)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        all_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        all = pld.window(all_buf, [1, 64], dtype=pl.FP32)
        pair_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        pair = pld.window(pair_buf, [1, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            self.chip(all, device=r)
        for r in pl.range(2):
            self.chip(pair, device=r)
        all = pld.tensor.allreduce(all, core_num=2)
        pld.tensor.allreduce(pair, op=pld.ReduceOp.Max)
