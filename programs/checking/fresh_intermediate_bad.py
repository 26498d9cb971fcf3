# expect: UNINIT tensor-uninit
# ranks: 2
"""A kernel gets an intermediate tensor that nobody has written."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[8, 16], pl.FP32]],
    sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
    next: pl.Scalar[pl.INT32],
):
    y = pl.store(pl.load(x, [0, 0], [8, 16]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[8, 16], pl.FP32]],
    sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
    next: pl.Scalar[pl.INT32],
):
    between = pl.create_tensor([8, 16], dtype=pl.FP32)
    kernel(between, y, data, sig, next)


@pl.jit.host
def fresh_intermediate_bad(x: pl.Tensor[[NR, 8, 16], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 16], pl.FP32]]):
    data_buf = pld.alloc_window_buffer([8, 16], dtype=pl.FP32)
    sig_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    data = pld.window(data_buf, [8, 16], dtype=pl.FP32)
    sig = pld.window(sig_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        on_each_chip(x[r], y[r], data, sig, (r + 1) % pld.world_size(), device=r)
