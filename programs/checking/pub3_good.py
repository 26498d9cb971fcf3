# expect: OK
# ranks: 2
# flags: --delay rank=0,line=24,ms=20
"""PUB-3 as it should be: round k adds one, and the reader waits for k + 1."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[5, 256], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[5, 256], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    if me == 0:
        for k in pl.range(5):
            row = pl.add(pl.load(x, [0, 0], [1, 256]), pl.cast(1000 * k, pl.FP32))
            d = pl.store(row, [k, 0], d)
            pld.system.notify(s, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    else:
        for k in pl.range(5):
            pld.system.wait(s, offsets=[0, 0], expected=k + 1, cmp=pld.WaitCmp.Ge)
            pld.tensor.get(y, 0, d, dst_offsets=[k, 0], src_offsets=[k, 0], shape=[1, 256])


@pl.jit
def chip(
    x: pl.Tensor[[1, 256], pl.FP32],
    y: pl.Out[pl.Tensor[[5, 256], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[5, 256], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    kernel(x, y, d, s)


@pl.jit.host
def pub3_good(x: pl.Tensor[[NR, 1, 256], pl.FP32], y: pl.Out[pl.Tensor[[NR, 5, 256], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([5, 256], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    d = pld.window(d_buf, [5, 256], dtype=pl.FP32)
    s = pld.window(s_buf, [1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, device=r)
