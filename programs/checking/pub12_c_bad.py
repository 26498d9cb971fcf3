# expect: MISMATCH
# ranks: 4
"""Rank 3 reduces FP16, the others FP32."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    half: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP16]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    data = pl.store(pl.load(x, [0, 0], [1, 256]), [0, 0], data)
    me = pld.rank(pld.get_comm_ctx(data))
    if me == 3:
        pld.tensor.allreduce(half, signal, op=pld.ReduceOp.Sum)
    else:
        pld.tensor.allreduce(data, signal, op=pld.ReduceOp.Sum)
    return pl.store(pl.load(data, [0, 0], [1, 256]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP32]],
    half: pl.InOut[pld.DistributedTensor[[1, 256], pl.FP16]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return kernel(x, y, data, half, signal)


@pl.jit.host
def pub12_c_bad(
    x: pl.Tensor[[NR, 1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, 256], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, 256], dtype=pl.FP32)
    half_buf = pld.alloc_window_buffer([1, 256], dtype=pl.FP16)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, 256], dtype=pl.FP32)
        half = pld.window(half_buf, [1, 256], dtype=pl.FP16)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, half, signal, device=r)
