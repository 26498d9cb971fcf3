# expect: FAULT collective-overlap
# ranks: 3
"""PUB-9b: the target begins `at` rows behind its source, as an argument says; it is refused before anything is written.

    ./crosstile run programs/checking/pub9_b_run_bad.py --ranks 3
"""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Aliased:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        both: pl.InOut[pld.DistributedTensor[[6, 64], pl.FP32]],
        at: pl.Scalar[pl.INDEX],
        sig: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
        y: pl.Out[pl.Tensor[[6, 64], pl.FP32]],
    ):
        me = pl.cast(pld.rank(pld.get_comm_ctx(both)), pl.INDEX)
        for i in pl.range(6):
            for j in pl.range(64):
                pl.write(both, [i, j], pl.cast(1000 * me + 100 * i + j, pl.FP32))
        pld.tensor.barrier(sig)
        src = pl.slice(both, [3, 64], [0, 0])
        dst = pl.slice(both, [3, 64], [at, 0])
        pld.tensor.all_to_all(src, dst, sig)
        pl.store(pl.load(both, [0, 0], [6, 64]), [0, 0], y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        both: pl.InOut[pld.DistributedTensor[[6, 64], pl.FP32]],
        at: pl.Scalar[pl.INDEX],
        sig: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
        y: pl.Out[pl.Tensor[[6, 64], pl.FP32]],
    ):
        self.kernel(both, at, sig, y)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, at: pl.Scalar[pl.INDEX], y: pl.Out[pl.Tensor[[3, 6, 64], pl.FP32]]):
        both_buf = pld.alloc_window_buffer([6, 64], dtype=pl.FP32)
        both = pld.window(both_buf, [6, 64], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [3, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.chip(both, at, sig, y[r], device=r)
