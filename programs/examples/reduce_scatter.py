"""Row r of the sum over all ranks goes to rank r: y[r] = x[0][r] + x[1][r] + ...

Afterwards only row r of rank r's window has a meaning.

    ./crosstile run programs/examples/reduce_scatter.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 64


@pl.jit.incore
def reduce(
    x: pl.Tensor[[NR, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[NR, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    me = pld.rank(pld.get_comm_ctx(data))
    for k in pl.range(pld.nranks(pld.get_comm_ctx(data))):
        data = pl.store(pl.load(x, [k, 0], [1, SIZE]), [k, 0], data)
    data = pld.tensor.reduce_scatter(data, signal, op=pld.ReduceOp.Sum)
    return pl.store(pl.load(data, [me, 0], [1, SIZE]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[NR, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[NR, SIZE], pl.FP32]],
    signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    return reduce(x, y, data, signal)


@pl.jit.host
def reduce_scatter(
    x: pl.Tensor[[NR, NR, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]],
):
    data_buf = pld.alloc_window_buffer([pld.world_size(), SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        data = pld.window(data_buf, [pld.world_size(), SIZE], dtype=pl.FP32)
        signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
        on_each_chip(x[r], y[r], data, signal, device=r)
