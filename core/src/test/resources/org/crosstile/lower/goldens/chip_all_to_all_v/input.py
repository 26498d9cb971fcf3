# stages: LowerL2TensorCollectives MaterializeDistTensorCtx
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        rows: pl.Tensor[[16, 64], pl.FP32],
        send: pl.Tensor[[4, 1], pl.INT32],
        data: pl.InOut[pld.DistributedTensor[[16, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        pld.tensor.all_to_all_v(rows, data, sig, send, recv)
