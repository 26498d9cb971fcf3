"""The sum over all ranks by the built-in collective: one call between staging in and staging out.

What the call becomes is shown by: ./crosstile lower programs/examples/allreduce.py

    ./crosstile run programs/examples/allreduce.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 4096
CHUNK = 4096


@pl.jit.incore
def reduce(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    for at in pl.range(0, SIZE, CHUNK):
        tile = pl.load(x, [0, at], [1, CHUNK], valid_shape=[1, pl.min(CHUNK, SIZE - at)])
        data = pl.store(tile, [0, at], data)
    data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
    for at in pl.range(0, SIZE, CHUNK):
        tile = pl.load(data, [0, at], [1, CHUNK], valid_shape=[1, pl.min(CHUNK, SIZE - at)])
        y = pl.store(tile, [0, at], y)
    return y


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return reduce(x, y, data, signal)


@pl.jit.host
def allreduce(
    x: pl.Tensor[[NR, 1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
