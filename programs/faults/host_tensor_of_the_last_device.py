# expect: OK
# how: explore
# ranks: 3
"""All devices write the same row of the output, one after the other: the last one's values stay."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    t = pl.load(x, [0, 0], [1, 64])
    y = pl.store(pl.add(t, t), [0, 0], y)


@pl.jit
def chip(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    kernel(x, y)


@pl.jit.host
def last(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
    for r in pl.range(pld.world_size()):
        chip(x[r], y[0], device=r)
