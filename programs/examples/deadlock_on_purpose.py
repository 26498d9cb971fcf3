"""A program that hangs, and what the tool says about it.

Every rank adds one credit to rank 0, and then every rank waits for all credits: but only rank 0 is
ever given any. The other ranks wait for what nobody will send. There is no time limit involved: when no rank can
move any more, that is a fact, and it is reported with the cell, its value and what it needs.

    ./crosstile run programs/examples/deadlock_on_purpose.py --ranks 3
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def everybody_waits(
    done: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    arrived: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    n = pld.nranks(pld.get_comm_ctx(arrived))
    pld.system.notify(arrived, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
    pld.system.wait(arrived, offsets=[0, 0], expected=n, cmp=pld.WaitCmp.Ge)
    return pl.write(done, [0, 0], pl.const(1, pl.INT32))


@pl.jit
def on_each_chip(
    done: pl.Out[pl.Tensor[[1, 1], pl.INT32]],
    arrived: pl.InOut[pld.DistributedTensor[[1, 1], pl.INT32]],
):
    return everybody_waits(done, arrived)


@pl.jit.host
def deadlock_on_purpose(done: pl.Out[pl.Tensor[[NR, 1, 1], pl.INT32]]):
    buf = pld.alloc_window_buffer([1, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        arrived = pld.window(buf, [1, 1], dtype=pl.INT32)
        on_each_chip(done[r], arrived, device=r)
