# stages: LowerCompositeOps
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        pld.tensor.barrier(sig)
