# expect: REJECT task-cores
# ranks: 2
# flags: --aiv 1
# text: this needs 2 vector cores at once, and the device has 1
"""A collective on two vector cores of devices that have one."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def stage(x: pl.Tensor[[1, 600], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 600], pl.FP32]]):
    return pl.store(pl.load(x, [0, 0], [1, 600]), [0, 0], data)


@pl.jit
def fill(x: pl.Tensor[[1, 600], pl.FP32], data: pl.InOut[pld.DistributedTensor[[1, 600], pl.FP32]]):
    return stage(x, data)


@pl.jit.host
def collective_on_two_cores(x: pl.Tensor[[NR, 1, 600], pl.FP32]):
    data_buf = pld.alloc_window_buffer([1, 600], dtype=pl.FP32)
    data = pld.window(data_buf, [1, 600], dtype=pl.FP32)
    cells_buf = pld.alloc_window_buffer([pld.world_size(), 2], dtype=pl.INT32)
    cells = pld.window(cells_buf, [pld.world_size(), 2], dtype=pl.INT32)
    for r in pl.range(pld.world_size()):
        fill(x[r], data, device=r)
    data = pld.tensor.allreduce(data, cells, core_num=2)
