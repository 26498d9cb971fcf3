# expect: FAULT collective-overlap
# ranks: 3
"""PUB-9a: the host passes two views of one allocation, which only shows when the kernel runs.

    ./crosstile run programs/checking/pub9_a_views_bad.py --ranks 3
"""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Aliased:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        rows: pl.InOut[pld.DistributedTensor[[3, 64], pl.FP32]],
        again: pl.InOut[pld.DistributedTensor[[3, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
        y: pl.Out[pl.Tensor[[3, 64], pl.FP32]],
    ):
        me = pl.cast(pld.rank(pld.get_comm_ctx(rows)), pl.INDEX)
        for i in pl.range(3):
            for j in pl.range(64):
                pl.write(rows, [i, j], pl.cast(1000 * me + 100 * i + j, pl.FP32))
        pld.tensor.barrier(sig)
        pld.tensor.all_to_all(rows, again, sig)
        pl.store(pl.load(again, [0, 0], [3, 64]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        rows: pl.InOut[pld.DistributedTensor[[3, 64], pl.FP32]],
        again: pl.InOut[pld.DistributedTensor[[3, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
        y: pl.Out[pl.Tensor[[3, 64], pl.FP32]],
    ):
        self.kernel(rows, again, sig, y)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, y: pl.Out[pl.Tensor[[3, 3, 64], pl.FP32]]):
        rows_buf = pld.alloc_window_buffer([3, 64], dtype=pl.FP32)
        rows = pld.window(rows_buf, [3, 64], dtype=pl.FP32)
        again = pld.window(rows_buf, [3, 64], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [3, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(rows, again, sig, y[r], device=r)
