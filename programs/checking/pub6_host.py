# expect: OK
# ranks: 4
"""PUB-6, as a builtin of the host: every rank sends another number of rows to each.

Rank s counts COUNTS[s][d] rows for rank d. There is room for 4 rows from each rank: two counts do not fit, and the run
warns of both. Windows begin with -7 in every place, and rows beyond a count keep it. 25 rows cross between ranks.
With --strict the same run fails.

    ./crosstile run programs/checking/pub6_host.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Ragged:
    @pl.function(type=pl.FunctionType.InCore)
    def fill(
        self,
        x: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
        send: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        me = pl.cast(pld.rank(pld.get_comm_ctx(x)), pl.INDEX)
        for d in pl.range(4):
            for j in pl.range(4):
                for column in pl.range(8):
                    pl.write(x, [d * 4 + j, column], pl.cast(10000 * me + 1000 * d + 10 * j + column, pl.FP32))
                    pl.write(data, [d * 4 + j, column], -7.0)
        for d in pl.range(4):
            pl.write(send, [d, 0], pl.const(0, pl.INT32))
        if me == 0:
            pl.write(send, [1, 0], pl.const(1, pl.INT32))
            pl.write(send, [2, 0], pl.const(4, pl.INT32))
            pl.write(send, [3, 0], pl.const(9, pl.INT32))
        if me == 1:
            pl.write(send, [0, 0], pl.const(-3, pl.INT32))
            pl.write(send, [1, 0], pl.const(2, pl.INT32))
            pl.write(send, [3, 0], pl.const(4, pl.INT32))
        if me == 2:
            for d in pl.range(4):
                pl.write(send, [d, 0], pl.const(4, pl.INT32))
        pld.tensor.barrier(sig)

    @pl.function(type=pl.FunctionType.InCore)
    def show(
        self,
        data: pld.DistributedTensor[[16, 8], pl.FP32],
        recv: pld.DistributedTensor[[4, 1], pl.INT32],
        y: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
        got: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
    ):
        pl.store(pl.load(data, [0, 0], [16, 8]), [0, 0], y)
        for s in pl.range(4):
            pl.write(got, [s, 0], pl.read(recv, [s, 0]))

    @pl.function(type=pl.FunctionType.Orchestration)
    def before(
        self,
        x: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
        send: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        data: pl.InOut[pld.DistributedTensor[[16, 8], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        self.fill(x, send, data, sig)

    @pl.function(type=pl.FunctionType.Orchestration)
    def after(
        self,
        data: pld.DistributedTensor[[16, 8], pl.FP32],
        recv: pld.DistributedTensor[[4, 1], pl.INT32],
        y: pl.Out[pl.Tensor[[16, 8], pl.FP32]],
        got: pl.Out[pl.Tensor[[4, 1], pl.INT32]],
    ):
        self.show(data, recv, y, got)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self, y: pl.Out[pl.Tensor[[4, 16, 8], pl.FP32]], got: pl.Out[pl.Tensor[[4, 4, 1], pl.INT32]]
    ):
        x_buf = pld.alloc_window_buffer([16, 8], dtype=pl.FP32)
        x = pld.window(x_buf, [16, 8], dtype=pl.FP32)
        send_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        send = pld.window(send_buf, [4, 1], dtype=pl.INT32)
        data_buf = pld.alloc_window_buffer([16, 8], dtype=pl.FP32)
        data = pld.window(data_buf, [16, 8], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
        recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
        for r in pl.range(pld.world_size()):
            self.before(x, send, data, sig, device=r)
        pld.tensor.all_to_all_v(x, data, sig, send, recv)
        for r in pl.range(pld.world_size()):
            self.after(data, recv, y[r], got[r], device=r)
