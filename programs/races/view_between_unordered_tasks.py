# expect: RACE
# ranks: 2
"""A view made between two tasks is no access: the second one depends on nothing."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.program
class ViewBetweenUnorderedTasks:
    @pl.function(type=pl.FunctionType.InCore)
    def push(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.put(w, peer, x)  # race: read before written
        pld.system.notify(s, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)

    @pl.function(type=pl.FunctionType.InCore)
    def take(self, w: pld.DistributedTensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
        pl.store(pl.load(w, [0, 0], [1, 64]), [0, 0], y)  # race: read before written

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        w: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        with pl.manual_scope():
            self.push(x, w, s, peer)
            self.take(pl.slice(w, [1, 64], [0, 0]), y)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
        w_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        w = pld.window(w_buf, [1, 64], dtype=pl.FP32)
        s_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
        s = pld.window(s_buf, [1, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(x[r], y[r], w, s, (r + 1) % pld.world_size(), device=r)
