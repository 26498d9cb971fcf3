"""A barrier made of notify and wait, used three times.

Cell [r, 0] counts what rank r has sent here. Round k adds one credit and waits for k of them. At the
end the credits are taken back, so that the cells could serve again: that is all that the built-in
pld.tensor.barrier does. After round k every rank must see that its right neighbour has written k.

    ./crosstile run programs/examples/barrier_by_hand.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
ROUNDS = 3


@pl.jit.incore
def rounds(
    seen: pl.Out[pl.Tensor[[1, ROUNDS], pl.INT32]],
    mine: pl.InOut[pld.DistributedTensor[[1, ROUNDS], pl.INT32]],
    credits: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(credits)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    for k in pl.range(ROUNDS):
        mine = pl.write(mine, [0, k], pl.cast(k + 1, pl.INT32))
        for peer in pl.range(n):
            if peer != me:
                pld.system.notify(credits, peer=peer, offsets=[me, 0], value=1, op=pld.NotifyOp.AtomicAdd)
        for peer in pl.range(n):
            if peer != me:
                pld.system.wait(credits, offsets=[peer, 0], expected=k + 1, cmp=pld.WaitCmp.Ge)
        right = pld.tile.remote_load(mine, peer=(me + 1) % n, offsets=[0, k], shape=[1, 1])
        seen = pl.store(right, [0, k], seen)
    for peer in pl.range(n):
        if peer != me:
            pld.system.notify(
                credits, peer=me, offsets=[peer, 0], value=pl.const(-ROUNDS, pl.INT32), op=pld.NotifyOp.AtomicAdd
            )
    return seen


@pl.jit
def on_each_chip(
    seen: pl.Out[pl.Tensor[[1, ROUNDS], pl.INT32]],
    mine: pl.InOut[pld.DistributedTensor[[1, ROUNDS], pl.INT32]],
    credits: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return rounds(seen, mine, credits)


@pl.jit.host
def barrier_by_hand(seen: pl.Out[pl.Tensor[[NR, 1, ROUNDS], pl.INT32]]):
    mine_buf = pld.alloc_window_buffer([1, ROUNDS], dtype=pl.INT32)
    credit_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        mine = pld.window(mine_buf, [1, ROUNDS], dtype=pl.INT32)
        credits = pld.window(credit_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(seen[r], mine, credits, device=r)
