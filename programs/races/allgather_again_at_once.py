# expect: OK
# ranks: 3
"""The second allgather sends nothing before all ranks are in it, and so done with what the first one brought."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[NR, 64], pl.FP32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    nxt = (me + 1) % n
    prev = (me - 1 + n) % n
    d = pld.tensor.allgather(x, d, b)
    y = pl.store(pl.load(d, [nxt, 0], [1, 64]), [0, 0], y)
    d = pld.tensor.allgather(x, d, b)
    y = pl.store(pl.load(d, [prev, 0], [1, 64]), [1, 0], y)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[NR, 64], pl.FP32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    kernel(x, y, d, b)


@pl.jit.host
def allgather_again_at_once(
    x: pl.Tensor[[NR, 1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]],
):
    d_buf = pld.alloc_window_buffer([pld.world_size(), 64], dtype=pl.FP32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [pld.world_size(), 64], dtype=pl.FP32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, b, device=r)
