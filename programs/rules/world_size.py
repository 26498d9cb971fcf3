# The number of devices.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WorldSizeRules:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        w = pld.world_size()
        v = pld.system.world_size() + 1
        # error: call-too-many-operands
        u = pld.world_size(1)
        # error: call-unknown-keyword
        u = pld.world_size(domain=1)
