# expect: RACE
# ranks: 4
"""A barrier of each pair of ranks orders nothing between the pairs."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    g: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    d = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)  # race: read before written
    pld.tensor.barrier(g)
    y = pl.store(pld.tile.remote_load(d, peer=(me + 2) % n, offsets=[0, 0], shape=[1, 64]), [0, 0], y)  # race: read before written
    pld.tensor.barrier(b)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    g: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    kernel(x, y, d, g, b)


@pl.jit.host
def pair_barrier_does_not_order_pairs(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    h_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    g_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    g = pld.window(g_buf, [2, 1], dtype=pl.INT32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    h = pld.window(h_buf, [2, 1], dtype=pl.INT32)
    chip(x[0], y[0], d, g, b, device=0)
    chip(x[1], y[1], d, g, b, device=1)
    chip(x[2], y[2], d, h, b, device=2)
    chip(x[3], y[3], d, h, b, device=3)
