"""A tensor goes into this rank's slice of a window and comes back.

A window is memory that every rank has at the same place, so that others can reach it. Here nobody
else does yet: the host allocates it once, makes a typed view, and hands the view to each device.

    ./crosstile run programs/examples/window_round_trip.py --ranks 2
"""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")
SIZE = 64


@pl.jit.incore
def there_and_back(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    win: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
):
    win = pl.store(pl.load(x, [0, 0], [1, SIZE]), [0, 0], win)
    return pl.store(pl.load(win, [0, 0], [1, SIZE]), [0, 0], y)


@pl.jit
def on_each_chip(
    x: pl.Tensor[[1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[1, SIZE], pl.FP32]],
    win: pl.InOut[pld.DistributedTensor[[1, SIZE], pl.FP32]],
):
    return there_and_back(x, y, win)


@pl.jit.host
def window_round_trip(
    x: pl.Tensor[[NR, 1, SIZE], pl.FP32],
    y: pl.Out[pl.Tensor[[NR, 1, SIZE], pl.FP32]],
):
    buf = pld.alloc_window_buffer([1, SIZE], dtype=pl.FP32)
    for r in pl.range(pld.world_size()):
        win = pld.window(buf, [1, SIZE], dtype=pl.FP32)
        on_each_chip(x[r], y[r], win, device=r)
