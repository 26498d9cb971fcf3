# expect: RACE
# ranks: 3
"""One loop launches both tasks on a device: nothing waits for the device next to it."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def fill_kernel(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)  # race: read before written


@pl.jit
def fill(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    fill_kernel(x, d)


@pl.jit.incore
def take_kernel(y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    ctx = pld.get_comm_ctx(d)
    nxt = (pld.rank(ctx) + 1) % pld.nranks(ctx)
    pld.tensor.get(y, nxt, d)  # race: read before written


@pl.jit
def take(y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    take_kernel(y, d)


@pl.jit.host
def host_fills_and_takes_in_one_loop(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
    d = pld.window(d_buf, [1, 64], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        fill(x[r], d, device=r)
        take(y[r], d, device=r)
