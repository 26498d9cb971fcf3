# expect: RACE
# ranks: 2
"""A rank reads its own slice, which its neighbour is writing, without waiting for it."""

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
    pld.tensor.put(d, nxt, x, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[1, 64])  # race: read before written
    y = pl.store(pl.load(d, [0, 0], [1, 64]), [0, 0], y)  # race: read before written


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
):
    kernel(x, y, d)


@pl.jit.host
def local_read_before_put_lands(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, device=r)
