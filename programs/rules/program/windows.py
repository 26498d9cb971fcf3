# What becomes of windows; outputs that are renamed; scopes.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WindowRules:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(
        self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        z = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
        y = z
        return y

    @pl.function(type=pl.FunctionType.InCore)
    def send(
        self, x: pl.Tensor[[1, 64], pl.FP32], win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]
    ) -> pld.DistributedTensor[[1, 64], pl.FP32]:
        win = pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], win)
        return win

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
    ):
        y = self.copy(x, y)
        win = self.send(x, win)
        made = pl.create_tensor([1, 64], dtype=pl.FP32)
        # error: out-rebound
        y = self.copy(x, made)
        # error: out-rebound
        y = x
        # error: scope-nesting
        with pl.at(level=pl.Level.CHIP, role=pl.Role.Orchestrator):
            self.copy(x, y)
        with pl.at(level=pl.Level.CORE_GROUP) as first:
            t = pl.load(x, [0, 0], [1, 64])
        with pl.at(level=pl.Level.CORE_GROUP, deps=[first]):
            t = pl.load(x, [0, 0], [1, 64])
        # error: scope-deps
        with pl.at(level=pl.Level.CORE_GROUP, deps=[x]):
            t = pl.load(x, [0, 0], [1, 64])

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 1, 64], pl.FP32]]):
        buf = pld.alloc_window_buffer(256)
        sig_buf = pld.alloc_window_buffer([4], dtype=pl.INT32)
        sig = pld.window(sig_buf, [4], dtype=pl.INT32)
        pld.tensor.barrier(sig)
        for r in pl.range(pld.world_size()):
            win = pld.window(buf, [1, 64], dtype=pl.FP32)
            part = pl.slice(win, [1, 64], [0, 0])
            self.chip(x[r], y[r], part, device=r)
        # error: window-unviewed
        spare = pld.alloc_window_buffer(256)
        # error: window-undispatched
        for k in pl.range(1):
            again = pld.alloc_window_buffer(256)
            view = pld.window(again, [1, 64], dtype=pl.FP32)
        # error: scope-nesting
        with pl.at(level=pl.Level.CHIP):
            self.copy(x[0], y[0])
        # error: scope-nesting
        with pl.at(level=pl.Level.CORE_GROUP):
            t = pl.load(x, [0, 0, 0], [1, 1, 64])
        data_buf = pld.alloc_window_buffer(256)
        data = pld.window(data_buf, [1, 64], dtype=pl.FP32)
        data = pld.tensor.allreduce(data)
        pld.tensor.allreduce(data)
        self.chip(x[0], y[0], data, device=0)
        # error: host-collective-nested
        self.chip(x[0], y[0], pld.tensor.allreduce(data), device=0)
