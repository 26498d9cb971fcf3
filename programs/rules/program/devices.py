# Which devices a dispatch goes to.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class DeviceRules:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
        pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def send(self, x: pl.Tensor[[1, 64], pl.FP32], win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], win)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
        self.copy(x, y)

    @pl.function(type=pl.FunctionType.Orchestration)
    def share(self, x: pl.Tensor[[1, 64], pl.FP32], win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        self.send(x, win)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(
        self,
        x: pl.Tensor[[4, 1, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[4, 1, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        buf = pld.alloc_window_buffer(256)
        win = pld.window(buf, [1, 64], dtype=pl.FP32)
        everyone = pld.world_size()
        for r in pl.range(everyone):
            self.share(x[r], win, device=r)
        for r in pl.range(1, 3):
            self.chip(x[r], y[r], device=r)
        for r in pl.range(4):
            if n > 0:
                d = r
                self.chip(x[r], y[r], device=d)
        self.chip(x[0], y[0], device=0)
        self.chip(x[0], y[0])
        # error: device-expression
        self.chip(x[0], y[0], device=n)
        # error: device-expression
        for r in pl.range(4):
            self.chip(x[r], y[r], device=3 - r)
        # error: device-loop
        for r in pl.range(n):
            self.chip(x[r], y[r], device=r)
        # error: device-loop
        for r in pl.range(n, 4):
            self.chip(x[r], y[r], device=r)
        # error: device-step
        for r in pl.range(0, 4, 2):
            self.chip(x[r], y[r], device=r)
        # error: device-beyond
        for r in pl.range(9223372036854775807):
            self.chip(x[0], y[0], device=r)
        # error: device-beyond
        self.chip(x[0], y[0], device=4096)
        # error: device-negative
        self.chip(x[0], y[0], device=-1)
        # error: device-negative
        for r in pl.range(-1, 2):
            self.chip(x[0], y[0], device=r)
        # error: window-without-device
        self.share(x[0], win)
