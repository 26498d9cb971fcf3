# expect: RACE
# ranks: 3
"""Rows of all peers are read, but the row of the last rank is not waited for."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    for q in pl.range(n):
        if q != me:
            pld.tensor.put(d, q, x, dst_offsets=[me, 0], src_offsets=[0, 0], shape=[1, 64])  # race: read before written
            pld.system.notify(s, peer=q, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    for q in pl.range(n - 1):
        if q != me:
            pld.system.wait(s, offsets=[q, 0], expected=1, cmp=pld.WaitCmp.Ge)
    for q in pl.range(n):
        if q != me:
            y = pl.store(pl.load(d, [q, 0], [1, 64]), [q, 0], y)  # race: read before written
    if me < n - 1:
        pld.system.wait(s, offsets=[n - 1, 0], expected=1, cmp=pld.WaitCmp.Ge)
    pld.tensor.barrier(b)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    kernel(x, y, d, s, b)


@pl.jit.host
def gather_misses_one_wait(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, b, device=r)
