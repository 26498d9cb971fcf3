"""The sum over all ranks, on four vector cores of each.

The cores take tiles of 256 elements in turn, and core c of one rank waits only for core c of the others: each has
a lane of its own in the signal, whose shape is therefore [ranks, cores].

    ./crosstile run programs/examples/host_allreduce_cores.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 4127
WHOLE = 4128  # SIZE up to the next 32 bytes
CORES = 4


@pl.jit.incore
def copy_in(x: pl.Tensor[[1, SIZE], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [1, WHOLE], valid_shape=[1, SIZE]), [0, 0], data)


@pl.jit
def fill(x: pl.Tensor[[1, SIZE], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]]):
    return copy_in(x, data)


@pl.jit.incore
def copy_out(data: pld.DistributedTensor[[1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]]):
    return pl.store(pl.load(data, [0, 0], [1, WHOLE], valid_shape=[1, SIZE]), [0, 0], y)


@pl.jit
def take(data: pld.DistributedTensor[[1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]]):
    return copy_out(data, y)


@pl.jit.host
def host_allreduce_cores(x: pl.Tensor[[NR, 1, SIZE], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]]):
    data_buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    data = pld.window(data_buf, [1, SIZE], dtype=pl.FP32)
    signal_buf = pld.alloc_window_buffer([pld.world_size(), CORES], dtype=pl.INT32)
    signal = pld.window(signal_buf, [pld.world_size(), CORES], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], data, device=r)
    data = pld.tensor.allreduce(data, signal, core_num=CORES)
    for r in pl.range(pld.world_size()):
        take(data, y[r], device=r)
