# allreduce three times in a row on one signal; gives the data and the signal cells back.
import pypto.language as pl
import pypto.language.distributed as pld


def build(n_ranks, size, dtype, bytes, reduce_op, mode, rows, columns):
    nr = n_ranks
    step = min(4096, (size + 15) // 16 * 16)

    @pl.program
    class AllReduceThrice:
        @pl.function(type=pl.FunctionType.InCore)
        def kernel(
            self,
            x: pl.Tensor[[1, size], dtype],
            y: pl.Out[pl.Tensor[[1, size], dtype]],
            cells: pl.Out[pl.Tensor[[rows, columns], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[1, size], dtype]],
            sig: pl.InOut[pld.DistributedTensor[[rows, columns], pl.INT32]],
        ):
            for col in pl.range(0, size, step):
                t = pl.load(x, [0, col], [1, step], valid_shape=[1, pl.min(step, size - col)])
                pl.store(t, [0, col], data)
            pld.tensor.allreduce(data, sig, op=reduce_op, mode=mode)
            data = pld.tensor.allreduce(data, sig, op=reduce_op, mode=mode)
            pld.tensor.allreduce(data, sig, op=reduce_op, mode=mode)
            for col in pl.range(0, size, step):
                t = pl.load(data, [0, col], [1, step], valid_shape=[1, pl.min(step, size - col)])
                pl.store(t, [0, col], y)
            for i in pl.range(rows):
                for j in pl.range(columns):
                    pl.write(cells, [i, j], pl.read(sig, [i, j]))

        @pl.function(type=pl.FunctionType.Orchestration)
        def chip(
            self,
            x: pl.Tensor[[1, size], dtype],
            y: pl.Out[pl.Tensor[[1, size], dtype]],
            cells: pl.Out[pl.Tensor[[rows, columns], pl.INT32]],
            data: pl.InOut[pld.DistributedTensor[[1, size], dtype]],
            sig: pl.InOut[pld.DistributedTensor[[rows, columns], pl.INT32]],
        ):
            self.kernel(x, y, cells, data, sig)

        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
        def host(
            self,
            xs: pl.Tensor[[nr, 1, size], dtype],
            ys: pl.Out[pl.Tensor[[nr, 1, size], dtype]],
            cells: pl.Out[pl.Tensor[[nr, rows, columns], pl.INT32]],
        ):
            data_buf = pld.alloc_window_buffer(size * bytes)
            sig_buf = pld.alloc_window_buffer([rows, columns], dtype=pl.INT32)
            for r in pl.range(pld.world_size()):
                data = pld.window(data_buf, [1, size], dtype=dtype)
                sig = pld.window(sig_buf, [rows, columns], dtype=pl.INT32)
                self.chip(xs[r], ys[r], cells[r], data, sig, device=r)

    return AllReduceThrice
