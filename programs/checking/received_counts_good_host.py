# expect: OK
# ranks: 2
"""The host makes the exchange, and nobody reads how many rows have come."""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.jit.incore
def fill(x: pl.Tensor[[4, 8], pl.FP32], out: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
    pl.store(pl.load(x, [0, 0], [4, 8]), [0, 0], out)
    for q in pl.range(2):
        pl.write(send, [q, 0], pl.const(2, pl.INT32))


@pl.jit.incore
def take(y: pl.Out[pl.Tensor[[4, 8], pl.FP32]], got: pld.DistributedTensor[[4, 8], pl.FP32]):
    y = pl.store(pl.load(got, [0, 0], [4, 8]), [0, 0], y)


@pl.jit
def before(x: pl.Tensor[[4, 8], pl.FP32], out: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]], send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
    fill(x, out, send)


@pl.jit
def after(y: pl.Out[pl.Tensor[[4, 8], pl.FP32]], got: pld.DistributedTensor[[4, 8], pl.FP32]):
    take(y, got)


@pl.jit.host
def received_counts_good_host(x: pl.Tensor[[2, 4, 8], pl.FP32], y: pl.Out[pl.Tensor[[2, 4, 8], pl.FP32]]):
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
        before(x[r], out, send, device=r)
    got = pld.tensor.all_to_all_v(out, got, sig, send, recv)
    for r in pl.range(2):
        after(y[r], got, device=r)
