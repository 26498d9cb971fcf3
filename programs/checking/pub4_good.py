# expect: OK
# ranks: 3
"""PUB-4 as it should be: only rank 0 waits, and finds 6.0 in all 64 places."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
    acc: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(acc)
    me = pld.rank(ctx)
    mine = pl.add(pl.mul(pl.load(x, [0, 0], [1, 64]), 0.0), pl.cast(me + 1, pl.FP32))
    pld.tile.remote_store(mine, acc, peer=0, offsets=[0, 0], atomic=pld.AtomicType.Add)
    pld.system.notify(s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    if me == 0:
        pld.system.wait(s, offsets=[0, 0], expected=3, cmp=pld.WaitCmp.Ge)
        y = pl.store(pl.load(acc, [0, 0], [1, 64]), [0, 0], y)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
    acc: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    kernel(x, y, acc, s)


@pl.jit.host
def pub4_good(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
    acc_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    acc = pld.window(acc_buf, [1, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], acc, s, device=r)
