# expect: OK
# ranks: 32
"""Far more ranks than cores: 200 barriers and 100 sums. Rank r begins with r; every sum is divided by the ranks."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    data = pl.store(pl.load(x, [0, 0], [1, 256]), [0, 0], data)
    for i in pl.range(200):
        pld.tensor.barrier(signal)
    for i in pl.range(100):
        data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
        data = pl.store(pl.mul(pl.load(data, [0, 0], [1, 256]), 0.03125), [0, 0], data)
    return pl.store(pl.load(data, [0, 0], [1, 256]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return kernel(x, y, data, signal)


@pl.jit.host
def pub10_many_ranks(
    x: pl.Tensor[[NR, 1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, 256], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, 256], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, 256], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
