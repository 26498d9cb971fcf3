# expect: OK
# ranks: 2
"""No rows, and boxes that the tensor's end cuts to nothing, are fine."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[8, 16], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    me = pld.rank(pld.get_comm_ctx(cells))
    rows = pl.cast(me, pl.INDEX) // 2
    pld.tensor.put(data, (me + 1) % 2, x, dst_offsets=[8, 0], src_offsets=[8, 0], shape=[rows, 16], chunk_rows=4)
    pld.tensor.barrier(cells)
    y = pl.store(pl.load(x, [8 - rows, 0], [8, 16], clamp=True), [0, 0], y)
    y = pl.store(pl.load(x, [rows + 9223372036854775806, 0], [8, 16], clamp=True), [0, 0], y)
    y = pl.store(pl.load(x, [8, 0], [8, 16], clamp=True), [0, 0], y)


@pl.jit
def chip(
    x: pl.Tensor[[8, 16], pl.FP32],
    y: pl.Out[pl.Tensor[[8, 16], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[8, 16], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
):
    kernel(x, y, data, cells)


@pl.jit.host
def host(x: pl.Tensor[[NR, 8, 16], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 16], pl.FP32]]):
    data_buf = pld.alloc_window_buffer([8, 16], dtype=pl.FP32)
    data = pld.window(data_buf, [8, 16], dtype=pl.FP32)
    cells_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    cells = pld.window(cells_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        chip(x[r], y[r], data, cells, device=r)
