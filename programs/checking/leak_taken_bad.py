# expect: LEAK signal-leak
# ranks: 2
# text: cell 0 of `s_buf` on rank 0 ends at -3: more was taken than given
"""Every rank takes credit from its own cell that nobody has given."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TakesTooMuch:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, s: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
        me = pld.rank(pld.get_comm_ctx(s))
        pld.system.notify(s, peer=me, offsets=[0, 0], value=-3, op=pld.NotifyOp.AtomicAdd)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, s: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
        self.kernel(s)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        s_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(pld.window(s_buf, [2, 1], dtype=pl.INT32), device=r)
