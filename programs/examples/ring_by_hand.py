"""The sum over all ranks, passed around a ring by neighbours only.

Every rank has one cell, in which its left neighbour counts the steps that it has done. The operator's own ring keeps all
ranks in step, which is simpler to follow; here a rank waits for its neighbour and for nobody else.

    ./crosstile run programs/examples/ring_by_hand.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 16384
CHUNK = 2048


@pl.jit.incore
def reduce(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    steps: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(data)
    my = pl.cast(pld.rank(ctx), pl.INDEX)
    n = pl.cast(pld.nranks(ctx), pl.INDEX)
    left = (my + n - 1) % n
    right = (my + 1) % n
    for at in pl.range(0, SIZE, CHUNK):
        data = pl.store(pl.load(x, [0, at], [1, CHUNK]), [0, at], data)
    if n > 1:
        pld.system.notify(steps, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        for s in pl.range(1, n):
            q = (my + n - s + n - 1) % n
            end = (q + 1) * SIZE // n
            pld.system.wait(steps, offsets=[0, 0], expected=pl.cast(s, pl.INT32), cmp=pld.WaitCmp.Ge)
            for at in pl.range(q * SIZE // n, end, CHUNK):
                valid = pl.min(CHUNK, end - at)
                theirs = pld.tile.remote_load(data, peer=left, offsets=[0, at], shape=[1, CHUNK], valid_shape=[1, valid])
                mine = pl.load(data, [0, at], [1, CHUNK], valid_shape=[1, valid])
                data = pl.store(pl.add(mine, theirs), [0, at], data)
            pld.system.notify(steps, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        for s in pl.range(1, n):
            q = (my + n - s) % n
            end = (q + 1) * SIZE // n
            pld.system.wait(steps, offsets=[0, 0], expected=pl.cast(n - 1 + s, pl.INT32), cmp=pld.WaitCmp.Ge)
            for at in pl.range(q * SIZE // n, end, CHUNK):
                valid = pl.min(CHUNK, end - at)
                theirs = pld.tile.remote_load(data, peer=left, offsets=[0, at], shape=[1, CHUNK], valid_shape=[1, valid])
                data = pl.store(theirs, [0, at], data)
            if s < n - 1:
                pld.system.notify(steps, peer=right, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    for at in pl.range(0, SIZE, CHUNK):
        y = pl.store(pl.load(data, [0, at], [1, CHUNK]), [0, at], y)
    return y


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    steps: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    return reduce(x, y, data, steps)


@pl.jit.host
def ring_by_hand(
    x: pl.Tensor[[NR, 1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    steps_buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
        steps = pld.window(steps_buf, [1, 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, steps, device=r)
