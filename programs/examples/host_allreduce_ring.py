"""The largest of all ranks, passed around a ring three times.

Every rank reads only from its left. Each of the 2 * (ranks - 1) rounds has a row of cells, and one more row says
that everybody has read; afterwards all cells are zero again, so that the loop may go on with the same signal.

    ./crosstile run programs/examples/host_allreduce_ring.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 1000


@pl.jit.incore
def copy_in(x: pl.Tensor[[1, SIZE], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [1, SIZE]), [0, 0], data)


@pl.jit
def fill(x: pl.Tensor[[1, SIZE], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return copy_in(x, data)


@pl.jit.incore
def copy_out(data: pld.DistributedTensor[[1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]]):
    return pl.store(pl.load(data, [0, 0], [1, SIZE]), [0, 0], y)


@pl.jit
def take(data: pld.DistributedTensor[[1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]]):
    return copy_out(data, y)


@pl.jit.host
def host_allreduce_ring(x: pl.Tensor[[NR, 1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]]):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([2 * pld.world_size() - 1, pld.world_size()], dtype=pl.INT32)
    signal = pld.window(signal_buf, [2 * pld.world_size() - 1, pld.world_size()], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], data, device=r)
    for k in pl.range(3):
        data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Max, mode="ring")
    for r in pl.range(pld.world_size()):
        take(data, y[r], device=r)
