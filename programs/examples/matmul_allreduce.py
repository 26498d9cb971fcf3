"""A tensor-parallel matrix product: every rank multiplies its part of K, and all get the sum, in one kernel.

The cube core multiplies block by block. Each of the two vector cores takes its half of a block's rows, puts it into
the window and tells all peers, while the cube core is at the next block already. Then each vector core adds up, in
rank order, what the same vector cores of all ranks have put there, so that all ranks get the same bits.

    ./crosstile run programs/examples/matmul_allreduce.py --ranks 4
    ./crosstile lower programs/examples/matmul_allreduce.py --to ExpandMixedKernel
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
M = 64
K = 64
N = 64
ROWS = 16
HALF = 8
BLOCKS = 4


@pl.jit.incore
def product(
    a: pl.Tensor[[M, K], pl.FP32],
    b: pl.Tensor[[K, N], pl.FP32],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    parts: pl.InOut[pld.DistributedTensor[[M, N], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 2], pl.INT32]],
):
    ctx = pld.get_comm_ctx(parts)
    me = pld.rank(ctx)
    ranks = pld.nranks(ctx)
    right = pl.move(pl.load(b, [0, 0], [K, N], target_memory=pl.Mem.Mat), target_memory=pl.Mem.Right)
    for i in pl.range(BLOCKS):
        rows = pl.load(a, [i * ROWS, 0], [ROWS, K], target_memory=pl.Mem.Mat)
        c = pl.matmul(pl.move(rows, target_memory=pl.Mem.Left), right)
        for lane in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            parts = pl.store(pl.aiv_shard(c), [i * ROWS + lane * HALF, 0], parts)
            for peer in pl.range(ranks):
                # a cell per rank and vector core: who reads it reads what that core has written
                pld.system.notify(signal, peer=peer, offsets=[me, lane], value=1, op=pld.NotifyOp.AtomicAdd)
    for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
        for i in pl.range(BLOCKS):
            at = i * ROWS + lane * HALF
            total = pl.tile.full([HALF, N], dtype=pl.FP32, value=0.0)
            for peer in pl.range(ranks):
                pld.system.wait(signal, offsets=[peer, lane], expected=i + 1, cmp=pld.WaitCmp.Ge)
                total = pl.add(total, pld.tile.remote_load(parts, peer=peer, offsets=[at, 0], shape=[HALF, N]))
            y = pl.store(total, [at, 0], y)
    # the cube core waits for the same cells, so they are not taken back before it has come here, too
    pl.system.syncall(core_type="mix")
    for lane in pl.split_aiv(2, mode=pl.SplitMode.NONE):
        for peer in pl.range(ranks):
            pld.system.notify(signal, peer=me, offsets=[peer, lane], value=-BLOCKS, op=pld.NotifyOp.AtomicAdd)
    return y


@pl.jit
def on_each_chip(
    a: pl.Tensor[[M, K], pl.FP32],
    b: pl.Tensor[[K, N], pl.FP32],
    y: pl.Out[pl.Tensor[[M, N], pl.FP32]],
    parts: pl.InOut[pld.DistributedTensor[[M, N], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 2], pl.INT32]],
):
    return product(a, b, y, parts, signal)


@pl.jit.host
def matmul_allreduce(
    a: pl.Tensor[[NR, M, K], pl.FP32],
    b: pl.Tensor[[NR, K, N], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, M, N], pl.FP32]],
):
    parts_buf = pld.alloc_window_buffer([M, N], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 2], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        parts = pld.window(parts_buf, [M, N], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 2], dtype=pl.INT32)
        on_each_chip(a[r], b[r], y[r], parts, signal, device=r)
