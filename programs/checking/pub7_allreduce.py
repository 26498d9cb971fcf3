# expect: OK
# ranks: 3
"""PUB-7: allreduce of any length, also of none.

The N elements lie between two guard zones of G elements in one window. x gives all of the window its contents, guards
too, and y shows all of it afterwards.

    ./crosstile run programs/checking/pub7_allreduce.py --ranks 3 --set N=4097
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
N = pl.dynamic("N")
G = 32
W = 4096


@pl.program
class AllReduce:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[N + 2 * G], pl.FP32],
        y: pl.Out[pl.Tensor[[N + 2 * G], pl.FP32]],
        all: pl.InOut[pld.DistributedTensor[[N + 2 * G], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
    ):
        for at in pl.range(0, N + 2 * G, W):
            pl.store(pl.load(x, [at], [W], valid_shape=[pl.min(W, N + 2 * G - at)]), [at], all)
        data = pl.slice(all, [N], [G])
        pld.tensor.allreduce(data, sig, op=pld.ReduceOp.Sum)
        for at in pl.range(0, N + 2 * G, W):
            pl.store(pl.load(all, [at], [W], valid_shape=[pl.min(W, N + 2 * G - at)]), [at], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[N + 2 * G], pl.FP32],
        y: pl.Out[pl.Tensor[[N + 2 * G], pl.FP32]],
        all: pl.InOut[pld.DistributedTensor[[N + 2 * G], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
    ):
        self.kernel(x, y, all, sig)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[NR, N + 2 * G], pl.FP32], y: pl.Out[pl.Tensor[[NR, N + 2 * G], pl.FP32]]):
        all_buf = pld.alloc_window_buffer([N + 2 * G], dtype=pl.FP32)
        all = pld.window(all_buf, [N + 2 * G], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [NR, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(x[r], y[r], all, sig, device=r)
