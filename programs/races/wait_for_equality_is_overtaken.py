# expect: RACE|DEADLOCK signal-overtaken
# ranks: 4
"""A peer that is one call ahead sets its next number before this rank has looked for the last one."""

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
    for call in pl.range(3):
        for q in pl.range(n):
            pld.tensor.put(d, q, x, dst_offsets=[4 * (call % 2) + me, 0], src_offsets=[0, 0], shape=[1, 64])
            pld.system.notify(s, peer=q, offsets=[me, 0], value=call + 1, op=pld.NotifyOp.Set)  # race: overtaken
        for q in pl.range(n):
            pld.system.wait(s, offsets=[q, 0], expected=call + 1, cmp=pld.WaitCmp.Eq)  # race: overtaken
        for q in pl.range(n):
            y = pl.store(pl.load(d, [4 * (call % 2) + q, 0], [1, 64]), [q, 0], y)


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
def wait_for_equality_is_overtaken(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, b, device=r)
