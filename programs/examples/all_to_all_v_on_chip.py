"""The program all_to_all_v, with the exchange as a task of its own between the tasks of a chip.

The call stands in the orchestration. Lowering makes it a function of the program, which is called in turn
with the kernel behind it:

    ./crosstile lower programs/examples/all_to_all_v_on_chip.py --to LowerL2TensorCollectives

    ./crosstile run programs/examples/all_to_all_v_on_chip.py --ranks 4
"""

import pypto.language as pl
import pypto.language.distributed as pld

MOST = 10  # rows that one rank may send to another
COLS = 8


def build(n_ranks):
    """Here the number of ranks is needed for the shapes only: the task asks for it when it runs."""
    ROWS = n_ranks * MOST

    @pl.program
    class AllToAllVOnChip:
        @pl.function(type=pl.FunctionType.InCore)
        def copy_out(
            self,
            y: pl.Out[pl.Tensor[[ROWS, COLS], pl.FP32]],
            counts: pl.Out[pl.Tensor[[n_ranks, 1], pl.INT32]],
            data: pld.DistributedTensor[[ROWS, COLS], pl.FP32],
            recv: pld.DistributedTensor[[n_ranks, 1], pl.INT32],
        ) -> pl.Tensor[[ROWS, COLS], pl.FP32]:
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
            data = pld.tensor.all_to_all_v(x, data, signal, send, recv)
            self.copy_out(y, counts, data, recv)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def all_to_all_v_on_chip(
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

    return AllToAllVOnChip
