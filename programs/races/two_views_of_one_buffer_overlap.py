# expect: RACE
# ranks: 3
"""Row 1 of one view is the second half of row 0 of another view of the same buffer."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    flat: pl.InOut[pld.DistributedTensor[[16, 32], pl.FP32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    if me == 1:
        pld.tensor.put(d, 0, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, 64])  # race: two writes
    if me == 2:
        pld.tensor.put(flat, 0, x, dst_offsets=[1, 0], src_offsets=[0, 0], shape=[1, 32])  # race: two writes
    pld.tensor.barrier(b)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    flat: pl.InOut[pld.DistributedTensor[[16, 32], pl.FP32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    kernel(x, y, d, flat, b)


@pl.jit.host
def two_views_of_one_buffer_overlap(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    flat = pld.window(d_buf, [16, 32], dtype=pl.FP32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, flat, b, device=r)
