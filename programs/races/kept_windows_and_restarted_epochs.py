# expect: RACE
# ranks: 2
# flags: --repeat 2 --keep-windows
"""The second run begins with the credit of the first, and waits for nothing."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(d)
    me = pld.rank(ctx)
    for k in pl.range(3):
        if me == 0:
            pld.tensor.put(d, 1, x, dst_offsets=[k, 0], src_offsets=[0, 0], shape=[1, 64])  # race: read before written
            pld.system.notify(s, peer=1, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        else:
            pld.system.wait(s, offsets=[0, 0], expected=k + 1, cmp=pld.WaitCmp.Ge)
            y = pl.store(pl.load(d, [k, 0], [1, 64]), [k, 0], y)  # race: read before written


@pl.jit
def chip(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
):
    kernel(x, y, d, s)


@pl.jit.host
def kept_windows_and_restarted_epochs(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], d, s, device=r)
