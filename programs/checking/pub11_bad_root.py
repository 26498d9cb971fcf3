# expect: FAULT
# ranks: 6
"""The odd group names its root by the number that it has among all ranks: its ranks are 0, 1 and 2."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit.incore
def even_kernel(
    x: pl.Tensor[[1, 8], pl.FP32],
    got: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    gathered: pl.Out[pl.Tensor[[3, 8], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
    rows: pl.InOut[pld.DistributedTensor[[3, 8], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
    everybody: pl.InOut[pld.DistributedTensor[[6, 1], pl.INT32]],
):
    if pld.rank(pld.get_comm_ctx(data)) == 1:
        data = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
    data = pld.tensor.broadcast(data, cells, root=1)
    got = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], got)
    pld.tensor.barrier(everybody)
    rows = pld.tensor.allgather(x, rows, cells)
    return pl.store(pl.load(rows, [0, 0], [3, 8]), [0, 0], gathered)


@pl.jit.incore
def odd_kernel(
    x: pl.Tensor[[1, 8], pl.FP32],
    most: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    got: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
    everybody: pl.InOut[pld.DistributedTensor[[6, 1], pl.INT32]],
):
    data = pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], data)
    data = pld.tensor.allreduce(data, cells, op=pld.ReduceOp.Max)
    most = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], most)
    pld.tensor.barrier(cells)
    if pld.rank(pld.get_comm_ctx(data)) == 2:
        data = pl.store(pl.add(pl.load(data, [0, 0], [1, 8]), 72.0), [0, 0], data)
    data = pld.tensor.broadcast(data, cells, root=5)
    got = pl.store(pl.load(data, [0, 0], [1, 8]), [0, 0], got)
    pld.tensor.barrier(everybody)
    for i in pl.range(10):
        pld.tensor.barrier(cells)
    return got


@pl.jit
def on_even(
    x: pl.Tensor[[1, 8], pl.FP32],
    got: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    gathered: pl.Out[pl.Tensor[[3, 8], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
    rows: pl.InOut[pld.DistributedTensor[[3, 8], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
    everybody: pl.InOut[pld.DistributedTensor[[6, 1], pl.INT32]],
):
    return even_kernel(x, got, gathered, data, rows, cells, everybody)


@pl.jit
def on_odd(
    x: pl.Tensor[[1, 8], pl.FP32],
    most: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    got: pl.Out[pl.Tensor[[1, 8], pl.FP32]],
    data: pl.InOut[pld.DistributedTensor[[1, 8], pl.FP32]],
    cells: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
    everybody: pl.InOut[pld.DistributedTensor[[6, 1], pl.INT32]],
):
    return odd_kernel(x, most, got, data, cells, everybody)


@pl.jit.host
def pub11_bad_root(
    x: pl.Tensor[[6, 1, 8], pl.FP32],
    got: pl.Out[pl.Tensor[[6, 1, 8], pl.FP32]],
    gathered: pl.Out[pl.Tensor[[6, 3, 8], pl.FP32]],
    most: pl.Out[pl.Tensor[[6, 1, 8], pl.FP32]],
):
    everybody_buf = pld.alloc_window_buffer([6, 1], dtype=pl.INT32)
    even_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
    rows_buf = pld.alloc_window_buffer([3, 8], dtype=pl.FP32)
    even_cells_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
    odd_buf = pld.alloc_window_buffer([1, 8], dtype=pl.FP32)
    odd_cells_buf = pld.alloc_window_buffer([3, 1], dtype=pl.INT32)
    everybody = pld.window(everybody_buf, [6, 1], dtype=pl.INT32)
    even = pld.window(even_buf, [1, 8], dtype=pl.FP32)
    rows = pld.window(rows_buf, [3, 8], dtype=pl.FP32)
    even_cells = pld.window(even_cells_buf, [3, 1], dtype=pl.INT32)
    odd = pld.window(odd_buf, [1, 8], dtype=pl.FP32)
    odd_cells = pld.window(odd_cells_buf, [3, 1], dtype=pl.INT32)
    on_even(x[0], got[0], gathered[0], even, rows, even_cells, everybody, device=0)
    on_even(x[2], got[2], gathered[2], even, rows, even_cells, everybody, device=2)
    on_even(x[4], got[4], gathered[4], even, rows, even_cells, everybody, device=4)
    on_odd(x[1], most[1], got[1], odd, odd_cells, everybody, device=1)
    on_odd(x[3], most[3], got[3], odd, odd_cells, everybody, device=3)
    on_odd(x[5], most[5], got[5], odd, odd_cells, everybody, device=5)
