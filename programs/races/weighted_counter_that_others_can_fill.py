# expect: RACE
# ranks: 3
"""Rank 2 sends two messages, and its two credits stand for what rank 1 has not sent."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    if me == 1:
        pld.tensor.put(d, 0, x, dst_offsets=[1, 0], src_offsets=[0, 0], shape=[1, 64])  # race: read before written
        pld.system.notify(s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    if me == 2:
        pld.tensor.put(d, 0, x, dst_offsets=[2, 0], src_offsets=[0, 0], shape=[1, 64])
        pld.system.notify(s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.tensor.put(d, 0, x, dst_offsets=[3, 0], src_offsets=[0, 0], shape=[1, 64])
        pld.system.notify(s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    if me == 0:
        pld.system.wait(s, offsets=[0, 0], expected=2, cmp=pld.WaitCmp.Ge)
        y = pl.store(pl.load(d, [1, 0], [1, 64]), [1, 0], y)  # race: read before written
        pld.system.wait(s, offsets=[0, 0], expected=3, cmp=pld.WaitCmp.Ge)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
):
    kernel(x, y, d, s)


@pl.jit.host
def weighted_counter_that_others_can_fill(
    x: pl.Tensor[[NR, 1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]],
):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, device=r)
