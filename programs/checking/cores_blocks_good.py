# expect: OK
# ranks: 2
# flags: --aiv 2
"""Three blocks take turns on two vector cores."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.program
class BlocksInTurn:
    @pl.function(type=pl.FunctionType.InCore)
    def mark(self, z: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
        pl.write(z, [0, 0], pl.const(7, pl.INT32))

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(self, y: pl.Out[pl.Tensor[[3, 8], pl.INT32]], z: pl.Out[pl.Tensor[[1, 8], pl.INT32]]):
        self.mark(z)
        for i in pl.spmd(3):
            pl.write(y, [i, 0], pl.const(1, pl.INT32))

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, y: pl.Out[pl.Tensor[[NR, 3, 8], pl.INT32]], z: pl.Out[pl.Tensor[[NR, 1, 8], pl.INT32]]):
        for r in pl.range(pld.world_size()):
            self.chip(y[r], z[r], device=r)
