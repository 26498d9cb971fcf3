# expect: RACE
# ranks: 4
"""Both pairs put into the same row of rank 0, each in the order of its own barrier."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    g: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    if me == 1:
        pld.tensor.put(d, 0, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, 64])  # race: two writes
    pld.tensor.barrier(g)
    if me == 2:
        pld.tensor.put(d, 0, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, 64])  # race: two writes
    pld.tensor.barrier(g)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    g: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    kernel(x, y, d, g)


@pl.jit.host
def pairs_write_one_row_of_rank_0(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    h_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    g_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    g = pld.window(g_buf, [2, 1], dtype=pl.INT32)
    h = pld.window(h_buf, [2, 1], dtype=pl.INT32)
    chip(x[0], y[0], d, g, device=0)
    chip(x[1], y[1], d, g, device=1)
    chip(x[2], y[2], d, h, device=2)
    chip(x[3], y[3], d, h, device=3)
