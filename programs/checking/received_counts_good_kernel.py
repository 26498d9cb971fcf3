# expect: OK
# ranks: 2
"""Nobody reads how many rows have come: these counts are data, and nothing is left behind."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit.incore
def step(
    x: pl.Tensor[[4, 8], pl.FP32],
    y: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
    out: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
    got: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
    send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    pl.store(pl.load(x, [0, 0], [4, 8]), [0, 0], out)
    for q in pl.range(2):
        pl.write(send, [q, 0], pl.const(2, pl.INT32))
    pld.tensor.all_to_all_v(out, got, sig, send, recv)
    y = pl.store(pl.load(got, [0, 0], [4, 8]), [0, 0], y)


@pl.jit
def chip(
    x: pl.Tensor[[4, 8], pl.FP32],
    y: pl.Out[pl.Tensor[[4, 8], pl.FP32]],
    out: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
    got: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
    send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
):
    step(x, y, out, got, send, recv, sig)


@pl.jit.host
def received_counts_good_kernel(x: pl.Tensor[[2, 4, 8], pl.FP32], y: pl.Out[pl.Tensor[[2, 4, 8], pl.FP32]]):
    out_buf = pld.alloc_window_buffer([4, 8], dtype=pl.FP32)
    got_buf = pld.alloc_window_buffer([4, 8], dtype=pl.FP32)
    send_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    sig_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
    out = pld.window(out_buf, [4, 8], dtype=pl.FP32)
    got = pld.window(got_buf, [4, 8], dtype=pl.FP32)
    send = pld.window(send_buf, [2, 1], dtype=pl.INT32)
    recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)
    sig = pld.window(sig_buf, [2, 1], dtype=pl.INT32)
    for r in pl.range(2):
        chip(x[r], y[r], out, got, send, recv, sig, device=r)
