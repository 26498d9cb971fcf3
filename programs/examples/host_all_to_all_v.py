"""A varying number of rows for every rank: rank r sends as many as counts[r, s] says to rank s.

There is room for MOST rows from each; a count is cut to between 0 and that, and the receiver learns what has come. Rows
that nobody sent are not written, so nobody reads them: y keeps its zeros there.

    ./crosstile run programs/examples/host_all_to_all_v.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
MOST = 10
SIZE = 64


@pl.jit.incore
def copy_in(
    x: pl.Tensor[[NR * MOST, SIZE], pl.FP32],
    count: pl.Tensor[[NR, 1], pl.INT32],
    rows: pl.InOut[pld.DistributedTensor[[NR * MOST, SIZE], pl.FP32]],
    send: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    for i in pl.range(NR * MOST):
        rows = pl.store(pl.load(x, [i, 0], [1, SIZE]), [i, 0], rows)
    for s in pl.range(NR):
        pl.write(send, [s, 0], pl.read(count, [s, 0]))


@pl.jit
def fill(
    x: pl.Tensor[[NR * MOST, SIZE], pl.FP32],
    count: pl.Tensor[[NR, 1], pl.INT32],
    rows: pl.InOut[pld.DistributedTensor[[NR * MOST, SIZE], pl.FP32]],
    send: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    copy_in(x, count, rows, send)


@pl.jit.incore
def copy_out(
    data: pld.DistributedTensor[[NR * MOST, SIZE], pl.FP32],
    recv: pld.DistributedTensor[[NR, 1], pl.INT32],
    y: pl.Out[pl.Tensor[[NR * MOST, SIZE], pl.FP32]],
    arrived: pl.Out[pl.Tensor[[NR, 1], pl.INT32]],
):
    for s in pl.range(NR):
        count = pl.read(recv, [s, 0])
        for i in pl.range(pl.cast(count, pl.INDEX)):
            row = s * MOST + i
            y = pl.store(pl.load(data, [row, 0], [1, SIZE]), [row, 0], y)
        pl.write(arrived, [s, 0], count)
    return y


@pl.jit
def take(
    data: pld.DistributedTensor[[NR * MOST, SIZE], pl.FP32],
    recv: pld.DistributedTensor[[NR, 1], pl.INT32],
    y: pl.Out[pl.Tensor[[NR * MOST, SIZE], pl.FP32]],
    arrived: pl.Out[pl.Tensor[[NR, 1], pl.INT32]],
):
    return copy_out(data, recv, y, arrived)


@pl.jit.host
def host_all_to_all_v(
    x: pl.Tensor[[NR, NR * MOST, SIZE], pl.FP32],
    counts: pl.Tensor[[NR, NR, 1], pl.INT32],
    y: pl.Out[pl.Tensor[[NR, NR * MOST, SIZE], pl.FP32]],
    arrived: pl.Out[pl.Tensor[[NR, NR, 1], pl.INT32]],
):
    rows_buf = pld.alloc_window_buffer([NR * MOST, SIZE], dtype=pl.FP32)
    rows = pld.window(rows_buf, [NR * MOST, SIZE], dtype=pl.FP32)
    data_buf = pld.alloc_window_buffer([NR * MOST, SIZE], dtype=pl.FP32)
    data = pld.window(data_buf, [NR * MOST, SIZE], dtype=pl.FP32)
    send_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
    send = pld.window(send_buf, [NR, 1], dtype=pl.INT32)
    recv_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
    recv = pld.window(recv_buf, [NR, 1], dtype=pl.INT32)
    signal_buf = pld.alloc_window_buffer([NR, 1], dtype=pl.INT32)
    signal = pld.window(signal_buf, [NR, 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], counts[r], rows, send, device=r)
    data = pld.tensor.all_to_all_v(rows, data, signal, send, recv)
    for r in pl.range(pld.world_size()):
        take(data, recv, y[r], arrived[r], device=r)
