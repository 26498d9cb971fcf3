# expect: OK
# how: explore
# ranks: 2
# in: x=ones
"""Device 1 reads what device 0 writes: a host tensor orders launches on two devices."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit.incore
def kernel(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    t = pl.load(x, [0, 0], [1, 64])
    y = pl.store(pl.add(t, t), [0, 0], y)


@pl.jit
def chip(x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
    kernel(x, y)


@pl.jit.host
def pipeline(
    x: pl.Tensor[[1, 64], pl.FP32],
    y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
    z: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
):
    chip(x, y, device=0)
    chip(y, z, device=1)
