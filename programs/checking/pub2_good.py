# expect: OK
# ranks: 3
# flags: --delay rank=2,line=30,ms=50
"""PUB-2 with the built-in barrier on the same cells three times.

Every rank reads 1 and then 2 from its neighbour, and the cells are zero at the end.
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
    pld.tensor.barrier(s)
    y = pl.store(pld.tile.remote_load(w, peer=nxt, offsets=[0, 0], shape=[1, 1]), [0, 0], y)
    pld.tensor.barrier(s)
    w = pl.write(w, [0, 0], pl.const(2, pl.INT32))
    pld.tensor.barrier(s)
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
def pub2_good(x: pl.Tensor[[NR, 1, 1], pl.INT32], y: pl.Out[pl.Tensor[[NR, 1, 2], pl.INT32]]):
    w_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    s_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
    w = pld.window(w_buf, [1, 1], dtype=pl.INT32)
    s = pld.window(s_buf, [3, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], w, s, device=r)
