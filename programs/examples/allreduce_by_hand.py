"""The sum over all ranks, written out: stage, barrier, add up what the peers have, store.

This is the mesh algorithm for data that fits one tile. The result goes to the output and not back into
the window, so one barrier is enough; in place, a second one would have to keep this rank from
overwriting what a slow peer still reads (see `lower programs/examples/allreduce.py`).

    ./crosstile run programs/examples/allreduce_by_hand.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 256


@pl.jit.incore
def add_up(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    acc = pl.load(x, [0, 0], [1, SIZE])
    data = pl.store(acc, [0, 0], data)
    ctx = pld.get_comm_ctx(data)
    me = pld.rank(ctx)
    for peer in pl.range(pld.nranks(ctx)):
        if peer != me:
            pld.system.notify(signal, peer=peer, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    for peer in pl.range(pld.nranks(ctx)):
        if peer != me:
            pld.system.wait(signal, offsets=[peer, 0], expected=1, cmp=pld.WaitCmp.Ge)
            acc = pl.add(acc, pld.tile.remote_load(data, peer=peer, offsets=[0, 0], shape=[1, SIZE]))
    return pl.store(acc, [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return add_up(x, y, data, signal)


@pl.jit.host
def allreduce_by_hand(
    x: pl.Tensor[[NR, 1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
