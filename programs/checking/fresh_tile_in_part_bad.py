# expect: UNINIT tile-uninit
# ranks: 2
"""Seven rows of a tile are filled, and all eight of them are stored."""

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
    t = pl.create_tile([8, 16], dtype=pl.FP32)
    for row in pl.range(7):
        for column in pl.range(16):
            t = pl.tile.write(t, [row, column], 1.0)
    y = pl.store(pl.add(t, pl.load(x, [0, 0], [8, 16])), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[8, 16], pl.FP32]],
    sig: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
    next: pl.Scalar[pl.INT32],
):
    kernel(x, y, data, sig, next)


@pl.jit.host
def fresh_tile_in_part_bad(x: pl.Tensor[[NR, 8, 16], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 16], pl.FP32]]):
    data_buf = pld.alloc_window_buffer([8, 16], dtype=pl.FP32)
    sig_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    data = pld.window(data_buf, [8, 16], dtype=pl.FP32)
    sig = pld.window(sig_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        on_each_chip(x[r], y[r], data, sig, (r + 1) % pld.world_size(), device=r)
