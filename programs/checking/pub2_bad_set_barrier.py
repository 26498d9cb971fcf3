# expect: RACE
# ranks: 3
# flags: --delay rank=2,line=37,ms=50
# text: pre-satisfied wait
"""PUB-2: a barrier made of Set and waits for 1, three times on the same cells.

From the second use on every wait is true on arrival. Rank 2 is slow before its second write.
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 1], pl.INT32],
    y: pl.Out[pl.Tensor[[1, 2], pl.INT32]],
    w: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
    s: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(w)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    nxt = (me + 1) % n
    w = pl.write(w, [0, 0], pl.const(1, pl.INT32))
    for q in pl.range(n):
        pld.system.notify(s, peer=q, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
    for q in pl.range(n):
        pld.system.wait(s, offsets=[q, 0], expected=1, cmp=pld.WaitCmp.Ge)
    y = pl.store(pld.tile.remote_load(w, peer=nxt, offsets=[0, 0], shape=[1, 1]), [0, 0], y)
    for q in pl.range(n):
        pld.system.notify(s, peer=q, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
    for q in pl.range(n):
        pld.system.wait(s, offsets=[q, 0], expected=1, cmp=pld.WaitCmp.Ge)
    w = pl.write(w, [0, 0], pl.const(2, pl.INT32))
    for q in pl.range(n):
        pld.system.notify(s, peer=q, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
    for q in pl.range(n):
        pld.system.wait(s, offsets=[q, 0], expected=1, cmp=pld.WaitCmp.Ge)
    y = pl.store(pld.tile.remote_load(w, peer=nxt, offsets=[0, 0], shape=[1, 1]), [0, 1], y)


@pl.jit
def chip(
    x: pl.Tensor[[1, 1], pl.INT32],
    y: pl.Out[pl.Tensor[[1, 2], pl.INT32]],
    w: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
    s: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
):
    kernel(x, y, w, s)


@pl.jit.host
def pub2_bad_set_barrier(x: pl.Tensor[[NR, 1, 1], pl.INT32], y: pl.Out[pl.Tensor[[NR, 1, 2], pl.INT32]]):
    w_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    s_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
    w = pld.window(w_buf, [1, 1], dtype=pl.INT32)
    s = pld.window(s_buf, [3, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], w, s, device=r)
