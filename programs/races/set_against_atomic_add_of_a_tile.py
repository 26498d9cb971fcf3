# expect: RACE signal-wiped
# ranks: 3
"""One rank sets a cell, another adds to it with a tile: the addition may be lost."""

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
    if me == 0:
        pld.system.notify(s, peer=1, offsets=[0, 0], value=5, op=pld.NotifyOp.Set)  # race: lost update
    if me == 2:
        ones = pl.tile.full([8, 1], dtype=pl.INT32, value=1)
        pld.tile.remote_store(ones, s, peer=1, offsets=[0, 0], atomic=pld.AtomicType.Add)  # race: lost update
    if me == 1:
        pld.system.wait(s, offsets=[0, 0], expected=5, cmp=pld.WaitCmp.Ge)
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
def set_against_atomic_add_of_a_tile(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, b, device=r)
