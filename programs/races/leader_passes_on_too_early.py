# expect: RACE
# ranks: 4
"""The leader of a pair tells the other pair before its own pair has met."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
    g: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    d = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)  # race: read before written
    if me == 0:
        pld.system.notify(s, peer=2, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    pld.tensor.barrier(g)
    if me == 2:
        pld.system.wait(s, offsets=[0, 0], expected=1, cmp=pld.WaitCmp.Ge)
    pld.tensor.barrier(g)
    if me == 3:
        y = pl.store(pld.tile.remote_load(d, peer=1, offsets=[0, 0], shape=[1, 64]), [0, 0], y)  # race: read before written


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
    g: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    kernel(x, y, d, s, g)


@pl.jit.host
def leader_passes_on_too_early(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    h_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    g_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    g = pld.window(g_buf, [2, 1], dtype=pl.INT32)
    h = pld.window(h_buf, [2, 1], dtype=pl.INT32)
    chip(x[0], y[0], d, s, g, device=0)
    chip(x[1], y[1], d, s, g, device=1)
    chip(x[2], y[2], d, s, h, device=2)
    chip(x[3], y[3], d, s, h, device=3)
