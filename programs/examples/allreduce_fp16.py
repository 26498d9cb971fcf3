"""The maximum over all ranks of 10,000 FP16 elements: two chunks of 8,192, the second one ragged.

Sums and products of FP16 round after each step; the maximum is exact.

    ./crosstile run programs/examples/allreduce_fp16.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 10000
CHUNK = 8192


@pl.jit.incore
def reduce(
    x: pl.Tensor[[1, SIZE], pl.FP16],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP16]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP16]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    for at in pl.range(0, SIZE, CHUNK):
        tile = pl.load(x, [0, at], [1, CHUNK], valid_shape=[1, pl.min(CHUNK, SIZE - at)])
        data = pl.store(tile, [0, at], data)
    data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Max)
    for at in pl.range(0, SIZE, CHUNK):
        tile = pl.load(data, [0, at], [1, CHUNK], valid_shape=[1, pl.min(CHUNK, SIZE - at)])
        y = pl.store(tile, [0, at], y)
    return y


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, SIZE], pl.FP16],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP16]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP16]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return reduce(x, y, data, signal)


@pl.jit.host
def allreduce_fp16(
    x: pl.Tensor[[NR, 1, SIZE], pl.FP16],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP16]],
):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP16)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, SIZE], dtype=pl.FP16)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
