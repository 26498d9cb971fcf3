# stages: LowerCompositeOps
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        row: pl.Tensor[[1, 64], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        data = pld.tensor.allgather(row, data, sig)
