# What lowering writes to have memory read anew.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class CacheInvalidRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(self, win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]], n: pl.Scalar[pl.INDEX]):
        pl.system.cacheinvalid()
        pl.system.cacheinvalid(win, [8, 64], [0, 0])
        # error: system-cacheinvalid-tensor-kind
        pl.system.cacheinvalid(n, [8, 64], [0, 0])
        # error: system-cacheinvalid-shape-kind
        pl.system.cacheinvalid(win, 8, [0, 0])
        # error: system-cacheinvalid-shape-rank
        pl.system.cacheinvalid(win, [8], [0, 0])
        # error: system-cacheinvalid-offsets-kind
        pl.system.cacheinvalid(win, [8, 64], 0)
        # error: system-cacheinvalid-offsets-rank
        pl.system.cacheinvalid(win, [8, 64], [0])
