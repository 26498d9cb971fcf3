# expect: OK
# ranks: 3
"""Fill, take and add up, each on all devices before the next."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def fill_kernel(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)


@pl.jit
def fill(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    fill_kernel(x, d)


@pl.jit.incore
def take_kernel(y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    ctx = pld.get_comm_ctx(d)
    nxt = (pld.rank(ctx) + 1) % pld.nranks(ctx)
    pld.tensor.get(y, nxt, d)


@pl.jit
def take(y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    take_kernel(y, d)


@pl.jit.host
def host_takes_before_its_allreduce(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
    d = pld.window(d_buf, [1, 64], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        fill(x[r], d, device=r)
    for r in pl.range(pld.world_size()):
        take(y[r], d, device=r)
    d = pld.tensor.allreduce(d, op=pld.ReduceOp.Sum)
    for r in pl.range(pld.world_size()):
        take(y[r], d, device=r)
