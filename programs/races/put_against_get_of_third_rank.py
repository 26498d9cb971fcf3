# expect: RACE
# ranks: 3
"""Rank 2 writes into rank 0 what rank 1 reads from there, and nobody tells rank 1."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    if me == 2:
        pld.tensor.put(d, 0, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, 64])  # race: read before written
    if me == 1:
        pld.tensor.get(y, 0, d, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, 64])  # race: read before written


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
):
    kernel(x, y, d)


@pl.jit.host
def put_against_get_of_third_rank(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, device=r)
