# expect: OK
# ranks: 2
"""A view of a signal is no access to it: the task that notifies need not wait for the one that waits."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.program
class ViewOfASignalBetweenTasks:
    @pl.function(type=pl.FunctionType.InCore)
    def wait_for_peer(
        self,
        y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
    ):
        pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
        pl.write(y, [0, 0], pl.const(1, pl.INT32))

    @pl.function(type=pl.FunctionType.InCore)
    def tell_peer(self, s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]], peer: pl.Scalar[pl.INT32]):
        pld.system.notify(s, peer=peer, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        y: pl.Out[pl.Tensor[[1, 8], pl.INT32]],
        s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        with pl.manual_scope():
            self.wait_for_peer(y, s)
            self.tell_peer(pl.slice(s, [1, 1], [0, 0]), peer)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, y: pl.Out[pl.Tensor[[NR, 1, 8], pl.INT32]]):
        s_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
        s = pld.window(s_buf, [1, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(y[r], s, (r + 1) % pld.world_size(), device=r)
