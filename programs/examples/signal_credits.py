"""Rounds of a ring in which every rank takes the credits that it has used back from its own cell.

A rank tells its right neighbour `me + 1`, waits for its left neighbour's number, and then notifies itself
with the negative of it. So the cell is zero again after every round: the next round, or the next run over
the same windows, needs no other cell and no larger number.

    ./crosstile run programs/examples/signal_credits.py --ranks 4 --repeat 3 --keep-windows
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
ROUNDS = 4


@pl.jit.incore
def rounds(
    heard: pl.Out[pl.Tensor[[1, ROUNDS], pl.INT32]],
    left_over: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    cell: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(cell)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    right = (me + 1) % n
    left = (me - 1 + n) % n
    for i in pl.range(ROUNDS):
        pld.system.notify(cell, peer=right, offsets=[0, 0], value=me + 1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(cell, offsets=[0, 0], expected=left + 1, cmp=pld.WaitCmp.Ge)
        pl.write(heard, [0, i], pl.read(cell, [0, 0]))
        pld.system.notify(cell, peer=me, offsets=[0, 0], value=-(left + 1), op=pld.NotifyOp.AtomicAdd)
        # The left neighbour begins its next round only when its number has been taken back.
        pld.system.notify(cell, peer=left, offsets=[1, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        pld.system.wait(cell, offsets=[1, 0], expected=1, cmp=pld.WaitCmp.Ge)
        pld.system.notify(cell, peer=me, offsets=[1, 0], value=-1, op=pld.NotifyOp.AtomicAdd)
    pl.write(left_over, [0, 0], pl.read(cell, [0, 0]) + pl.read(cell, [1, 0]))


@pl.jit
def on_each_chip(
    heard: pl.Out[pl.Tensor[[1, ROUNDS], pl.INT32]],
    left_over: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    cell: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    rounds(heard, left_over, cell)


@pl.jit.host
def signal_credits(
    heard: pl.Out[pl.Tensor[[NR, 1, ROUNDS], pl.INT32]],
    left_over: pl.Out[pl.Tensor[[NR, 1, 1], pl.INT32]],
):
    buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        cell = pld.window(buf, [2, 1], dtype=pl.INT32)
        on_each_chip(heard[r], left_over[r], cell, device=r)
