# expect: OK
# ranks: 3
"""The root stages the next payload as soon as it leaves: no rank still reads the last one."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[4, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    me = pld.rank(pld.get_comm_ctx(d))
    for k in pl.range(4):
        if me == 1:
            d = pl.store(pl.load(x, [k, 0], [1, 64]), [0, 0], d)
        d = pld.tensor.broadcast(d, b, root=1)
        y = pl.store(pl.load(d, [0, 0], [1, 64]), [k, 0], y)


@pl.jit
def chip(
    x: pl.Tensor[[4, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[4, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    kernel(x, y, d, b)


@pl.jit.host
def broadcast_again_at_once(x: pl.Tensor[[NR, 4, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 4, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [1, 64], dtype=pl.FP32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, b, device=r)
