# expect: RACE
# ranks: 2
"""Device 1 may still be storing its own row when device 0 puts into it."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def fill_kernel(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], d)  # race: two writes


@pl.jit
def fill(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    fill_kernel(x, d)


@pl.jit.incore
def far_kernel(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    ctx = pld.get_comm_ctx(d)
    nxt = (pld.rank(ctx) + 1) % pld.nranks(ctx)
    pld.tensor.put(d, nxt, x)  # race: two writes


@pl.jit
def far(x: pl.Tensor[[1, 64], pl.FP32], d: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
    far_kernel(x, d)


@pl.jit.host
def host_fills_here_and_puts_there_in_one_loop(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
    d_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
    d = pld.window(d_buf, [1, 64], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        fill(x[r], d, device=r)
        far(x[r], d, device=r)
