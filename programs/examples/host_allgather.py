"""The rows of all ranks for everybody.

What is sent must be in a window of its own: the host has nothing on the devices but windows.

    ./crosstile run programs/examples/host_allgather.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 256


@pl.jit.incore
def copy_in(x: pl.Tensor[[1, SIZE], pl.FP32], row: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [1, SIZE]), [0, 0], row)


@pl.jit
def fill(x: pl.Tensor[[1, SIZE], pl.FP32], row: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return copy_in(x, row)


@pl.jit.incore
def copy_out(data: pld.DistributedTensor[[NR, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, SIZE], pl.FP32]]):
    for i in pl.range(NR):
        y = pl.store(pl.load(data, [i, 0], [1, SIZE]), [i, 0], y)
    return y


@pl.jit
def take(data: pld.DistributedTensor[[NR, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, SIZE], pl.FP32]]):
    return copy_out(data, y)


@pl.jit.host
def host_allgather(x: pl.Tensor[[NR, 1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, NR, SIZE], pl.FP32]]):
    row_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    row = pld.window(row_buf, [1, SIZE], dtype=pl.FP32)
    data_buf = pld.alloc_window_buffer([pld.world_size(), SIZE], dtype=pl.FP32)
    data = pld.window(data_buf, [pld.world_size(), SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], row, device=r)
    data = pld.tensor.allgather(row, data, signal)
    for r in pl.range(pld.world_size()):
        take(data, y[r], device=r)
