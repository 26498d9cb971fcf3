# stages: ConvertTensorToTileOps FlattenTileNdTo2D InsertCommFence
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[2, 3, 64], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[2, 3, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.put(data, peer, x, chunk_rows=4, chunk_cols=64, pipeline=True)
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
