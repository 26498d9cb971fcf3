"""The sum over all ranks, passed around a ring.

A mesh lets every rank read from every other. A ring reads from the left neighbour only, piece by piece:
n - 1 steps to add the pieces up, n - 1 more to hand the sums round. It has a row of signal cells per step,
and takes two ranks at least.

    ./crosstile run programs/examples/allreduce_ring.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

SIZE = 1000


def build(n_ranks):
    """The steps of a ring are counted when the program is made."""
    STEPS = 2 * (n_ranks - 1)

    @pl.program
    class AllReduceRing:
        @pl.function(type=pl.FunctionType.InCore)
        def reduce(
            self,
            x: pl.Tensor[[1, SIZE], pl.FP32],
            y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[STEPS, n_ranks], pl.INT32]],
        ) -> pl.Tensor[[1, SIZE], pl.FP32]:
            data = pl.store(pl.load(x, [0, 0], [1, SIZE]), [0, 0], data)
            data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum, mode="ring")
            return pl.store(pl.load(data, [0, 0], [1, SIZE]), [0, 0], y)

        @pl.function(type=pl.FunctionType.Orchestration)
        def on_each_chip(
            self,
            x: pl.Tensor[[1, SIZE], pl.FP32],
            y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[STEPS, n_ranks], pl.INT32]],
        ):
            self.reduce(x, y, data, signal)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def allreduce_ring(
            self,
            x: pl.Tensor[[n_ranks, 1, SIZE], pl.FP32],
            y: pl.Out[pl.Tensor[[n_ranks, 1, SIZE], pl.FP32]],
        ):
            data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
            signal_buf = pld.alloc_window_buffer([STEPS, n_ranks], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
                signal = pld.window(signal_buf, [STEPS, n_ranks], dtype=pl.INT32)
                self.on_each_chip(x[r], y[r], data, signal, device=r)

    return AllReduceRing
