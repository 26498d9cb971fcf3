"""Row s of rank r becomes row r of rank s.

Every rank pushes its rows into the windows of the others, and then all wait for all.

    ./crosstile run programs/examples/host_all_to_all.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 256


@pl.jit.incore
def copy_in(x: pl.Tensor[[NR, SIZE], pl.FP32], rows: pl.InOut[pld.DistributedTensor[[NR, SIZE], pl.FP32]]):
    for i in pl.range(NR):
        rows = pl.store(pl.load(x, [i, 0], [1, SIZE]), [i, 0], rows)
    return rows


@pl.jit
def fill(x: pl.Tensor[[NR, SIZE], pl.FP32], rows: pl.InOut[pld.DistributedTensor[[NR, SIZE], pl.FP32]]):
    return copy_in(x, rows)


@pl.jit.incore
def copy_out(data: pld.DistributedTensor[[NR, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, SIZE], pl.FP32]]):
    for i in pl.range(NR):
        y = pl.store(pl.load(data, [i, 0], [1, SIZE]), [i, 0], y)
    return y


@pl.jit
def take(data: pld.DistributedTensor[[NR, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, SIZE], pl.FP32]]):
    return copy_out(data, y)


@pl.jit.host
def host_all_to_all(x: pl.Tensor[[NR, NR, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, NR, SIZE], pl.FP32]]):
    rows_buf = pld.alloc_window_buffer([pld.world_size(), SIZE], dtype=pl.FP32)
    rows = pld.window(rows_buf, [pld.world_size(), SIZE], dtype=pl.FP32)
    data_buf = pld.alloc_window_buffer([pld.world_size(), SIZE], dtype=pl.FP32)
    data = pld.window(data_buf, [pld.world_size(), SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], rows, device=r)
    data = pld.tensor.all_to_all(rows, data, signal)
    for r in pl.range(pld.world_size()):
        take(data, y[r], device=r)
