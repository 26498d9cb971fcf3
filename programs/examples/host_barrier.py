"""Every rank reads from its neighbour, after a barrier of the host.

A barrier has no data, so its signal must be passed to the functions that it separates: that says on which devices
it exists.

    ./crosstile run programs/examples/host_barrier.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 64


@pl.jit.incore
def copy_in(x: pl.Tensor[[1, SIZE], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [1, SIZE]), [0, 0], data)


@pl.jit
def fill(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
    signal: pld.DistributedTensor[[NR, 1], pl.INT32],
):
    return copy_in(x, data)


@pl.jit.incore
def read(
    data: pld.DistributedTensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    peer: pl.Scalar[pl.INT32],
):
    return pl.store(pld.tile.remote_load(data, peer, [0, 0], [1, SIZE]), [0, 0], y)


@pl.jit
def take(
    data: pld.DistributedTensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    peer: pl.Scalar[pl.INT32],
):
    return read(data, y, peer)


@pl.jit.host
def host_barrier(x: pl.Tensor[[NR, 1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]]):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
    signal = pld.window(signal_buf, [pld.world_size(), 1], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], data, signal, device=r)
    pld.tensor.barrier(signal)
    for r in pl.range(pld.world_size()):
        take(data, y[r], (r + 1) % pld.world_size(), device=r)
