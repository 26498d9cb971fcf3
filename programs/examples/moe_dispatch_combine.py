"""A mixture of experts: every token goes to two experts on any ranks, and their answers come back.

Expert e of a rank multiplies a token by its row of `gain`. The result of a token is the weighted sum of
what its experts make of it:

    y[r, t] = sum over k of weight[r, t, k] * x[r, t] * gain[owner, e]
    where choice[r, t, k] mod (NR * EXPERTS) is owner * EXPERTS + e

Three kernels share the windows. `dispatch` counts, tells everybody its counts, and so knows in which rows
of a peer its tokens belong: there they are sorted by expert, then by source. `run_experts` works on what
has arrived, in place. `combine` sends every row back to the route (token, k) that it came from. Signals
are set once and not taken back, so windows must begin as zeros.

    ./crosstile run programs/examples/moe_dispatch_combine.py --ranks 2
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
ROWS = pl.dynamic("ROWS")  # NR * ROUTES: what a rank receives if every token of every rank goes to it
TOKENS = 8
TOP = 2
SIZE = 64
EXPERTS = 2  # on each rank
ROUTES = TOKENS * TOP


@pl.jit.incore
def dispatch(
    x: pl.Tensor[[TOKENS, SIZE], pl.FP32],
    choice: pl.Tensor[[TOKENS, TOP], pl.INT32],
    counts: pl.InOut[pld.DistributedTensor[[NR, NR, EXPERTS], pl.INT32]],
    rows: pl.InOut[pld.DistributedTensor[[ROWS, SIZE], pl.FP32]],
    routes: pl.InOut[pld.DistributedTensor[[ROWS, 1], pl.INT32]],
    ready: pl.InOut[pld.DistributedTensor[[NR, 3], pl.INT32]],
):
    ctx = pld.get_comm_ctx(rows)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    count = pl.array.create(EXPERTS, pl.INT32)
    first = pl.array.create(EXPERTS, pl.INT32)

    # How many of my tokens go to each expert of `owner`: told to everybody.
    for owner in pl.range(n):
        for e in pl.range(EXPERTS):
            count[e] = 0
        for t in pl.range(TOKENS):
            for k in pl.range(TOP):
                expert = pl.read(choice, [t, k]) % (n * EXPERTS)
                if expert // EXPERTS == owner:
                    e = expert % EXPERTS
                    count[e] = count[e] + 1
        for peer in pl.range(n):
            for e in pl.range(EXPERTS):
                pld.system.notify(counts, peer=peer, offsets=[me, owner, e], value=count[e], op=pld.NotifyOp.Set)
    for peer in pl.range(n):
        pld.system.notify(ready, peer=peer, offsets=[me, 0], value=1, op=pld.NotifyOp.Set)
    for peer in pl.range(n):
        pld.system.wait(ready, offsets=[peer, 0], expected=1, cmp=pld.WaitCmp.Ge)

    # My rows begin after those of the experts before, and after those of the ranks before.
    for owner in pl.range(n):
        row = 0
        for e in pl.range(EXPERTS):
            for source in pl.range(n):
                if source == me:
                    first[e] = row
                row = row + pl.read(counts, [source, owner, e])
        for t in pl.range(TOKENS):
            for k in pl.range(TOP):
                expert = pl.read(choice, [t, k]) % (n * EXPERTS)
                if expert // EXPERTS == owner:
                    e = expert % EXPERTS
                    at = first[e]
                    first[e] = at + 1
                    pld.tensor.put(rows, peer=owner, src=x, dst_offsets=[at, 0], src_offsets=[t, 0], shape=[1, SIZE])
                    pld.system.notify(
                        routes, peer=owner, offsets=[at, 0], value=t * TOP + k, op=pld.NotifyOp.Set
                    )
    for peer in pl.range(n):
        pld.system.notify(ready, peer=peer, offsets=[me, 1], value=1, op=pld.NotifyOp.Set)
    for peer in pl.range(n):
        pld.system.wait(ready, offsets=[peer, 1], expected=1, cmp=pld.WaitCmp.Ge)


@pl.jit.incore
def run_experts(
    gain: pl.Tensor[[EXPERTS, SIZE], pl.FP32],
    counts: pl.InOut[pld.DistributedTensor[[NR, NR, EXPERTS], pl.INT32]],
    rows: pl.InOut[pld.DistributedTensor[[ROWS, SIZE], pl.FP32]],
):
    ctx = pld.get_comm_ctx(rows)
    me = pld.rank(ctx)
    row = 0
    for e in pl.range(EXPERTS):
        factors = pl.load(gain, [e, 0], [1, SIZE])
        for source in pl.range(pld.nranks(ctx)):
            for i in pl.range(pl.read(counts, [source, me, e])):
                token = pl.load(rows, [row, 0], [1, SIZE])
                rows = pl.store(pl.mul(token, factors), [row, 0], rows)
                row = row + 1


@pl.jit.incore
def combine(
    weight: pl.Tensor[[TOKENS, TOP], pl.FP32],
    y: pl.Out[pl.Tensor[[TOKENS, SIZE], pl.FP32]],
    counts: pl.InOut[pld.DistributedTensor[[NR, NR, EXPERTS], pl.INT32]],
    rows: pl.InOut[pld.DistributedTensor[[ROWS, SIZE], pl.FP32]],
    routes: pl.InOut[pld.DistributedTensor[[ROWS, 1], pl.INT32]],
    back: pl.InOut[pld.DistributedTensor[[ROUTES, SIZE], pl.FP32]],
    ready: pl.InOut[pld.DistributedTensor[[NR, 3], pl.INT32]],
):
    ctx = pld.get_comm_ctx(rows)
    me = pld.rank(ctx)
    n = pld.nranks(ctx)
    row = 0
    for e in pl.range(EXPERTS):
        for source in pl.range(n):
            for i in pl.range(pl.read(counts, [source, me, e])):
                route = pl.read(routes, [row, 0])
                pld.tensor.put(
                    back, peer=source, src=rows, dst_offsets=[route, 0], src_offsets=[row, 0], shape=[1, SIZE]
                )
                row = row + 1
    for peer in pl.range(n):
        pld.system.notify(ready, peer=peer, offsets=[me, 2], value=1, op=pld.NotifyOp.Set)
    for peer in pl.range(n):
        pld.system.wait(ready, offsets=[peer, 2], expected=1, cmp=pld.WaitCmp.Ge)

    for t in pl.range(TOKENS):
        total = pl.mul(pl.load(back, [t * TOP, 0], [1, SIZE]), pl.read(weight, [t, 0]))
        for k in pl.range(1, TOP):
            answer = pl.load(back, [t * TOP + k, 0], [1, SIZE])
            total = pl.add(total, pl.mul(answer, pl.read(weight, [t, k])))
        y = pl.store(total, [t, 0], y)
    return y


@pl.jit
def on_each_chip(
    x: pl.Tensor[[TOKENS, SIZE], pl.FP32],
    choice: pl.Tensor[[TOKENS, TOP], pl.INT32],
    weight: pl.Tensor[[TOKENS, TOP], pl.FP32],
    gain: pl.Tensor[[EXPERTS, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[TOKENS, SIZE], pl.FP32]],
    counts: pl.InOut[pld.DistributedTensor[[NR, NR, EXPERTS], pl.INT32]],
    rows: pl.InOut[pld.DistributedTensor[[ROWS, SIZE], pl.FP32]],
    routes: pl.InOut[pld.DistributedTensor[[ROWS, 1], pl.INT32]],
    back: pl.InOut[pld.DistributedTensor[[ROUTES, SIZE], pl.FP32]],
    ready: pl.InOut[pld.DistributedTensor[[NR, 3], pl.INT32]],
):
    dispatch(x, choice, counts, rows, routes, ready)
    run_experts(gain, counts, rows)
    return combine(weight, y, counts, rows, routes, back, ready)


@pl.jit.host
def moe_dispatch_combine(
    x: pl.Tensor[[NR, TOKENS, SIZE], pl.FP32],
    choice: pl.Tensor[[NR, TOKENS, TOP], pl.INT32],
    weight: pl.Tensor[[NR, TOKENS, TOP], pl.FP32],
    gain: pl.Tensor[[NR, EXPERTS, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, TOKENS, SIZE], pl.FP32]],
):
    n = pld.world_size()
    counts_buf = pld.alloc_window_buffer([n, n, EXPERTS], dtype=pl.INT32)
    rows_buf = pld.alloc_window_buffer([n * ROUTES, SIZE], dtype=pl.FP32)
    routes_buf = pld.alloc_window_buffer([n * ROUTES, 1], dtype=pl.INT32)
    back_buf = pld.alloc_window_buffer([ROUTES, SIZE], dtype=pl.FP32)
    ready_buf = pld.alloc_window_buffer([n, 3], dtype=pl.INT32)
    for r in pl.range(n):
        counts = pld.window(counts_buf, [n, n, EXPERTS], dtype=pl.INT32)
        rows = pld.window(rows_buf, [n * ROUTES, SIZE], dtype=pl.FP32)
        routes = pld.window(routes_buf, [n * ROUTES, 1], dtype=pl.INT32)
        back = pld.window(back_buf, [ROUTES, SIZE], dtype=pl.FP32)
        ready = pld.window(ready_buf, [n, 3], dtype=pl.INT32)
        on_each_chip(x[r], choice[r], weight[r], gain[r], y[r], counts, rows, routes, back, ready, device=r)
