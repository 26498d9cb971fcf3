# expect: OK
# ranks: 2
"""Something is added to three half-precision elements, which fill one word and a half."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.jit.incore
def kernel(x: pl.Tensor[[1, 3], pl.FP16], y: pl.Out[pl.Tensor[[1, 3], pl.FP16]]):
    t = pl.load(x, [0, 0], [1, 16], valid_shape=[1, 3])
    y = pl.store(t, [0, 0], y)
    y = pl.store(t, [0, 0], y, atomic=pl.AtomicType.Add)


@pl.jit
def on_each_chip(x: pl.Tensor[[1, 3], pl.FP16], y: pl.Out[pl.Tensor[[1, 3], pl.FP16]]):
    between = pl.create_tensor([1, 3], dtype=pl.FP16)
    kernel(x, between)
    kernel(between, y)


@pl.jit.host
def atomic_store_odd_bytes_good(x: pl.Tensor[[1, 1, 3], pl.FP16], y: pl.Out[pl.Tensor[[1, 1, 3], pl.FP16]]):
    on_each_chip(x[0], y[0], device=0)
