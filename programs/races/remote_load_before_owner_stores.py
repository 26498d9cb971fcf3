# expect: RACE
# ranks: 2
"""A rank loads from its neighbour without knowing whether the neighbour has stored."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    nxt = (me + 1) % n
    d = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)  # race: read before written
    y = pl.store(pld.tile.remote_load(d, peer=nxt, offsets=[0, 0], shape=[1, 64]), [0, 0], y)  # race: read before written


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
):
    kernel(x, y, d)


@pl.jit.host
def remote_load_before_owner_stores(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, device=r)
