"""Three built-in allreduces in a row on one signal, for tests: any size, element type and reduction.

    ./crosstile run programs/acceptance/allreduce_three_times.py --ranks 4 --set size=4097 --set op=Max

`left` is what the signal cells hold in the end: all zero, or the next call would pass too early.
"""

import pypto.language as pl
import pypto.language.distributed as pld


def allreduce_three_times(n_ranks: int, size: int = 17, dtype=pl.FP32, op=pld.ReduceOp.Sum):
    chunk = 4096 if dtype == pl.FP32 else 8192
    width = min(chunk, ((size + 15) // 16) * 16)

    @pl.program
    class AllReduceThreeTimes:
        @pl.function(type=pl.FunctionType.InCore)
        def kernel(
            self,
            x: pl.Tensor[[1, size], dtype],
            y: pl.Out[pl.Tensor[[1, size], dtype]],
            left: pl.Out[pl.Tensor[[n_ranks, 1], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[1, size], dtype]],
            signal: pl.InOut[pld.DistributedTensor[[n_ranks, 1], pl.INT32]],
        ):
            for at in pl.range(0, size, width):
                tile = pl.load(x, [0, at], [1, width], valid_shape=[1, pl.min(width, size - at)])
                data = pl.store(tile, [0, at], data)
            data = pld.tensor.allreduce(data, signal, op=op)
            data = pld.tensor.allreduce(data, signal, op=op)
            data = pld.tensor.allreduce(data, signal, op=op)
            for at in pl.range(0, size, width):
                tile = pl.load(data, [0, at], [1, width], valid_shape=[1, pl.min(width, size - at)])
                y = pl.store(tile, [0, at], y)
            for p in pl.range(n_ranks):
                left = pl.write(left, [p, 0], pl.read(signal, [p, 0]))
            return y, left

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[1, size], dtype],
            y: pl.Out[pl.Tensor[[1, size], dtype]],
            left: pl.Out[pl.Tensor[[n_ranks, 1], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[1, size], dtype]],
            signal: pl.InOut[pld.DistributedTensor[[n_ranks, 1], pl.INT32]],
        ):
            y, left = self.kernel(x, y, left, data, signal)
            return y, left

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            x: pl.Tensor[[n_ranks, 1, size], dtype],
            y: pl.Out[pl.Tensor[[n_ranks, 1, size], dtype]],
            left: pl.Out[pl.Tensor[[n_ranks, n_ranks, 1], pl.INT32]],
        ):
            data_buf = pld.alloc_window_buffer([1, size], dtype=dtype)
            signal_buf = pld.alloc_window_buffer([n_ranks, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [1, size], dtype=dtype)
                signal = pld.window(signal_buf, [n_ranks, 1], dtype=pl.INT32)
                self.chip(x[r], y[r], left[r], data, signal, device=r)

    return AllReduceThreeTimes
