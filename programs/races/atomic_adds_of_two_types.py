# expect: RACE
# ranks: 3
"""One rank adds floats and another adds integers to the same bytes."""

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
    e: pl.InOut[pld.DistributedTensor[[8, 64], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    d = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)
    pld.tensor.barrier(b)
    if me == 0:
        pld.tile.remote_store(pl.load(x, [0, 0], [1, 64]), d, peer=1, offsets=[0, 0], atomic=pld.AtomicType.Add)  # race: lost update
    if me == 2:
        ones = pl.tile.full([1, 64], dtype=pl.INT32, value=1)
        pld.tile.remote_store(ones, e, peer=1, offsets=[0, 0], atomic=pld.AtomicType.Add)  # race: lost update
    pld.tensor.barrier(b)
    if me == 1:
        y = pl.store(pl.load(d, [0, 0], [1, 64]), [0, 0], y)


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
    b: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
    e: pl.InOut[pld.DistributedTensor[[8, 64], pl.INT32]],
):
    kernel(x, y, d, s, b, e)


@pl.jit.host
def atomic_adds_of_two_types(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    b_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    b = pld.window(b_buf, [pld.world_size(), 1], dtype=pl.INT32)
    e = pld.window(d_buf, [8, 64], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, b, e, device=r)
