"""A put that is larger than the local memory of a core: y[r] = x[(r - 1) % n].

All of a transfer is staged in a tile at once, unless chunks say less: here 16 rows of 256 columns. With
pipeline=True two tiles take turns: one is filled while the other is emptied. The result is the same.

See the two tiles: ./crosstile lower programs/examples/put_in_chunks.py --to ConvertTensorToTileOps

    ./crosstile run programs/examples/put_in_chunks.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
ROWS = 100
COLS = 600
STEP = 20


@pl.jit.incore
def push(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[ROWS, COLS], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    ctx = pld.get_comm_ctx(data)
    right = (pld.rank(ctx) + 1) % pld.nranks(ctx)
    pld.tensor.put(data, right, x, chunk_rows=16, chunk_cols=256, pipeline=True)
    pld.tensor.barrier(signal)
    for row in pl.range(0, ROWS, STEP):
        y = pl.store(pl.load(data, [row, 0], [STEP, COLS]), [row, 0], y)
    return y


@pl.jit
def on_each_chip(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[ROWS, COLS], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return push(x, y, data, signal)


@pl.jit.host
def put_in_chunks(
    x: pl.Tensor[[NR, ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, ROWS, COLS], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([ROWS, COLS], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [ROWS, COLS], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
