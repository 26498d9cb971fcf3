# expect: RACE
# ranks: 3
"""A barrier that sets cells to 1 orders nothing the second time."""

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
    n = pld.nranks(ctx)
    nxt = (me + 1) % n
    for k in pl.range(2):
        d = pl.store(pl.load(x, [0, 0], [1, 64]), [k, 0], d)  # race: read before written
        for q in pl.range(n):
            if q != me:
                pld.system.notify(s, peer=q, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
        for q in pl.range(n):
            if q != me:
                pld.system.wait(s, offsets=[q, 0], expected=1, cmp=pld.WaitCmp.Ge)
        y = pl.store(pld.tile.remote_load(d, peer=nxt, offsets=[k, 0], shape=[1, 64]), [k, 0], y)  # race: read before written


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
):
    kernel(x, y, d, s)


@pl.jit.host
def barrier_of_sets_used_twice(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, device=r)
