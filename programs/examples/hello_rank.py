"""Every rank adds its own number to its slice of a tensor.

The three levels of a program: the host function launches one chip function per device, the chip
function calls a kernel, the kernel works on tiles. `x[r]` is rank r's slice.

    ./crosstile run programs/examples/hello_rank.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
ROWS = 8
COLS = 16


@pl.jit.incore
def add_my_number(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    rank: pl.Scalar[pl.INT32],
):
    tile = pl.load(x, [0, 0], [ROWS, COLS])
    tile = pl.add(tile, pl.cast(rank, target_type=pl.FP32))
    return pl.store(tile, [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
    rank: pl.Scalar[pl.INT32],
):
    return add_my_number(x, y, rank)


@pl.jit.host
def hello_rank(
    x: pl.Tensor[[NR, ROWS, COLS], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, ROWS, COLS], pl.FP32]],
):
    for r in pl.range(pld.world_size()):
        on_each_chip(x[r], y[r], r, device=r)
