# Who may call whom, and with what.
import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.program
class CallRules:
    @pl.function(type=pl.FunctionType.InCore)
    def copy(self, x: pl.Tensor[[1, 64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]], n: pl.Scalar[pl.INT32]):
        # error: call-level
        self.copy2(x, y)
        pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def copy2(self, x: pl.Tensor[[64], pl.FP32], y: pl.Out[pl.Tensor[[1, 64], pl.FP32]]):
        t = pl.load(x, [0], [64])

    @pl.function(type=pl.FunctionType.InCore)
    def send(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        scale: pl.Scalar[pl.FP32],
    ):
        pl.store(pl.mul(pl.load(x, [0, 0], [1, 64]), scale), [0, 0], win)

    @pl.function(type=pl.FunctionType.InCore)
    def any_rows(self, x: pl.Tensor[[NR, 64], pl.FP32]):
        t = pl.load(x, [0, 0], [1, 64])

    @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
    def report(x: pl.Tensor[[4, 1, 64], pl.FP32]):
        ...

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
        half: pl.Tensor[[1, 64], pl.FP16],
        long: pl.Tensor[[1, 128], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        self.copy(x, y, n)
        self.copy(win, y, 3)
        self.copy2(x, y)
        self.any_rows(long)
        self.send(x, win, 1.0)
        # error: call-argument-kind
        self.copy(n, y, n)
        # error: call-argument-kind
        self.copy(x, y, x)
        # error: call-argument-kind
        self.copy(x, y, 1.5)
        # error: call-argument-kind
        self.send(x, y, 1.0)
        # error: call-argument-kind
        self.send(x, win, n)
        # error: call-argument-dtype
        self.copy(half, y, n)
        # error: call-argument-extent
        self.copy(long, y, n)
        # error: call-level
        self.report(x)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[4, 1, 64], pl.FP32]]):
        self.report(x)
        # error: call-level
        self.copy(x[0], y[0], 0)
