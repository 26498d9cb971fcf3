# expect: OK
# ranks: 4
"""Rank 3 computes for a long time without talking to anybody; the others wait in a barrier. Slow is not stuck."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
STEPS = 20000000


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    tile = pl.load(x, [0, 0], [1, 256])
    if pld.rank(pld.get_comm_ctx(signal)) == 3:
        for i in pl.range(STEPS):
            tile = pl.add(tile, 0.0)
    pld.tensor.barrier(signal)
    return pl.store(tile, [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 256], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return kernel(x, y, signal)


@pl.jit.host
def pub10_slow_rank(
    x: pl.Tensor[[NR, 1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, 256], pl.FP32]],
):
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], signal, device=r)
