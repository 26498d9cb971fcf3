"""Each rank tells its right neighbour a number and reads what its left neighbour told it.

A signal cell is one INT32 of a window. `notify` changes a cell on another rank, `wait` blocks until a
cell of this rank holds enough. The number told is 10 + rank, so rank r reads 10 + (r - 1) mod n.

    ./crosstile run programs/examples/signal_handshake.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def tell(
    heard: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    cell: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(cell)
    me = pld.rank(ctx)
    right = (me + 1) % pld.nranks(ctx)
    pld.system.notify(cell, peer=right, offsets=[0, 0], value=me + 10, op=pld.NotifyOp.AtomicAdd)
    pld.system.wait(cell, offsets=[0, 0], expected=10, cmp=pld.WaitCmp.Ge)
    return pl.write(heard, [0, 0], pl.read(cell, [0, 0]))


@pl.jit
def on_each_chip(
    heard: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    cell: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    return tell(heard, cell)


@pl.jit.host
def signal_handshake(heard: pl.Out[pl.Tensor[[NR, 1, 1], pl.INT32]]):
    buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        cell = pld.window(buf, [1, 1], dtype=pl.INT32)
        on_each_chip(heard[r], cell, device=r)
