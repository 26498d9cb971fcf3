# expect: OK
# ranks: 4
"""The calls of the pub12 programs as they should be: every rank makes the same ones."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    other: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    rows: pl.InOut[pld.DistributedTensor[[NR, 256], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    data = pl.store(pl.load(x, [0, 0], [1, 256]), [0, 0], data)
    other = pl.store(pl.load(x, [0, 0], [1, 256]), [0, 0], other)
    data = pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
    other = pld.tensor.broadcast(other, signal, root=1)
    rows = pld.tensor.allgather(x, rows, signal)
    data = pl.store(pl.add(pl.load(data, [0, 0], [1, 256]), pl.load(other, [0, 0], [1, 256])), [0, 0], data)
    return pl.store(pl.load(data, [0, 0], [1, 256]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    other: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    rows: pl.InOut[pld.DistributedTensor[[NR, 256], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return kernel(x, y, data, other, rows, signal)


@pl.jit.host
def pub12_good(
    x: pl.Tensor[[NR, 1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, 256], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, 256], dtype=pl.FP32)
    other_buf = pld.alloc_window_buffer([1, 256], dtype=pl.FP32)
    rows_buf = pld.alloc_window_buffer([pld.world_size(), 256], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, 256], dtype=pl.FP32)
        other = pld.window(other_buf, [1, 256], dtype=pl.FP32)
        rows = pld.window(rows_buf, [pld.world_size(), 256], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, other, rows, signal, device=r)
