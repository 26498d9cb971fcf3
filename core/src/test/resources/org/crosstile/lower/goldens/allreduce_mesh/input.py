# stages: LowerCompositeOps
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        data: pl.InOut[pld.DistributedTensor[[1, 10000], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        data = pld.tensor.allreduce(data, sig)
