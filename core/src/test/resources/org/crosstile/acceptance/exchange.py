# Each rank has the tensors x and row and two windows of their own; y is what the first window holds at the end.
import pypto.language as pl
import pypto.language.distributed as pld

COLUMNS = 21


def build(n_ranks):
    nr = n_ranks

    @pl.program
    class Exchange:
        @pl.function(type=pl.FunctionType.InCore)
        def kernel(
            self,
            x: pl.Tensor[[nr, COLUMNS], pl.FP32],
            row: pl.Tensor[[1, COLUMNS], pl.FP32],
            counts: pl.Tensor[[nr, 1], pl.INT32],
            y: pl.Out[pl.Tensor[[nr, COLUMNS], pl.FP32]],
            cells: pl.Out[pl.Tensor[[nr, 1], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[nr, COLUMNS], pl.FP32]],
            other: pl.InOut[pld.DistributedTensor[[nr, COLUMNS], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            recv: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
        ):
            ctx = pld.get_comm_ctx(data)
            me = pld.rank(ctx)
            right = (me + 1) % pld.nranks(ctx)
            # HERE
            pl.store(pl.load(data, [0, 0], [nr, COLUMNS]), [0, 0], y)
            for r in pl.range(nr):
                pl.write(cells, [r, 0], pl.read(sig, [r, 0]))

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[nr, COLUMNS], pl.FP32],
            row: pl.Tensor[[1, COLUMNS], pl.FP32],
            counts: pl.Tensor[[nr, 1], pl.INT32],
            y: pl.Out[pl.Tensor[[nr, COLUMNS], pl.FP32]],
            cells: pl.Out[pl.Tensor[[nr, 1], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[nr, COLUMNS], pl.FP32]],
            other: pl.InOut[pld.DistributedTensor[[nr, COLUMNS], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
            recv: pl.InOut[pld.DistributedTensor[[nr, 1], pl.INT32]],
        ):
            self.kernel(x, row, counts, y, cells, data, other, sig, recv)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            xs: pl.Tensor[[nr, nr, COLUMNS], pl.FP32],
            rows: pl.Tensor[[nr, 1, COLUMNS], pl.FP32],
            counts: pl.Tensor[[nr, nr, 1], pl.INT32],
            ys: pl.Out[pl.Tensor[[nr, nr, COLUMNS], pl.FP32]],
            cells: pl.Out[pl.Tensor[[nr, nr, 1], pl.INT32]],
        ):
            data_buf = pld.alloc_window_buffer([nr, COLUMNS], dtype=pl.FP32)
            other_buf = pld.alloc_window_buffer([nr, COLUMNS], dtype=pl.FP32)
            sig_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
            recv_buf = pld.alloc_window_buffer([nr, 1], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [nr, COLUMNS], dtype=pl.FP32)
                other = pld.window(other_buf, [nr, COLUMNS], dtype=pl.FP32)
                sig = pld.window(sig_buf, [nr, 1], dtype=pl.INT32)
                recv = pld.window(recv_buf, [nr, 1], dtype=pl.INT32)
                self.chip(xs[r], rows[r], counts[r], ys[r], cells[r], data, other, sig, recv, device=r)

    return Exchange
