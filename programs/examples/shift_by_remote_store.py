"""Every rank writes its slice to its right neighbour: y[r] = x[(r - 1) % n].

Push style: store into the neighbour's window, then tell it. The neighbour waits for that signal before
it reads. A notify comes after everything that its rank wrote before.

    ./crosstile run programs/examples/shift_by_remote_store.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 64


@pl.jit.incore
def push(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(data)
    n = pld.nranks(ctx)
    me = pld.rank(ctx)
    right = (me + 1) % n
    left = (me - 1 + n) % n
    pld.tile.remote_store(pl.load(x, [0, 0], [1, SIZE]), data, peer=right, offsets=[0, 0])
    pld.system.notify(signal, peer=right, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    pld.system.wait(signal, offsets=[left, 0], expected=1, cmp=pld.WaitCmp.Ge)
    return pl.store(pl.load(data, [0, 0], [1, SIZE]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return push(x, y, data, signal)


@pl.jit.host
def shift_by_remote_store(
    x: pl.Tensor[[NR, 1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
