"""Every rank sends as many rows to each other rank as it says.

x is one block of MOST rows for each rank. send[k] is how many of block k go to rank k; what is less than 0
or more than MOST is cut. recv[k] says how many came from rank k: the rest of its block in data is not
written, so read no further.

    ./crosstile run programs/examples/all_to_all_v.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

MOST = 10  # rows that one rank may send to another
COLS = 8


def build(n_ranks):
    """The signal has as many cells as there are ranks, which a kernel must know when it is compiled."""
    ROWS = n_ranks * MOST

    @pl.program
    class AllToAllV:
        @pl.function(type=pl.FunctionType.InCore)
        def exchange(
            self,
            x: pl.Tensor[[ROWS, COLS], pl.FP32],
            send: pl.Tensor[[n_ranks, 1], pl.INT32],
            y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
            counts: pl.Out[pl.Tensor[[n_ranks, 1], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[ROWS, COLS], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[n_ranks, 1], pl.INT32]],
            recv: pl.InOut[pld.DistributedTensor[[n_ranks, 1], pl.INT32]],
        ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
            data = pld.tensor.all_to_all_v(x, data, signal, send, recv)
            for k in pl.range(n_ranks):
                rows = pl.read(recv, [k, 0])
                pl.write(counts, [k, 0], rows)
                for i in pl.range(pl.cast(rows, pl.INDEX)):
                    y = pl.store(pl.load(data, [k * MOST + i, 0], [1, COLS]), [k * MOST + i, 0], y)
            return y

        @pl.function(type=pl.FunctionType.Orchestration)
        def on_each_chip(
            self,
            x: pl.Tensor[[ROWS, COLS], pl.FP32],
            send: pl.Tensor[[n_ranks, 1], pl.INT32],
            y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
            counts: pl.Out[pl.Tensor[[n_ranks, 1], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[ROWS, COLS], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[n_ranks, 1], pl.INT32]],
            recv: pl.InOut[pld.DistributedTensor[[n_ranks, 1], pl.INT32]],
        ):
            self.exchange(x, send, y, counts, data, signal, recv)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def all_to_all_v(
            self,
            x: pl.Tensor[[n_ranks, ROWS, COLS], pl.FP32],
            send: pl.Tensor[[n_ranks, n_ranks, 1], pl.INT32],
            y: pl.Out[pl.Tensor[[n_ranks, ROWS, COLS], pl.FP32]],
            counts: pl.Out[pl.Tensor[[n_ranks, n_ranks, 1], pl.INT32]],
        ):
            data_buf = pld.alloc_window_buffer([ROWS, COLS], dtype=pl.FP32)
            signal_buf = pld.alloc_window_buffer([n_ranks, 1], dtype=pl.INT32)
            recv_buf = pld.alloc_window_buffer([n_ranks, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [ROWS, COLS], dtype=pl.FP32)
                signal = pld.window(signal_buf, [n_ranks, 1], dtype=pl.INT32)
                recv = pld.window(recv_buf, [n_ranks, 1], dtype=pl.INT32)
                self.on_each_chip(x[r], send[r], y[r], counts[r], data, signal, recv, device=r)

    return AllToAllV
