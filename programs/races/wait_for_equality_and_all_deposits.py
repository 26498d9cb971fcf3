# expect: OK
# ranks: 3
"""All that can arrive before the wait is what it waits for."""

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
        pld.system.notify(s, peer=q, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    pld.system.wait(s, offsets=[0, 0], expected=pl.cast(n, pl.INT32), cmp=pld.WaitCmp.Eq)


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
def wait_for_equality_and_all_deposits(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, b, device=r)
