# Memory under other extents.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TensorViewRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        v = pl.tensor.view(x, [1, 512])
        w = pl.tensor.view(win, [512], [n])
        # error: tensor-view-tensor-missing
        pl.tensor.view(shape=[1, 512])
        # error: tensor-view-tensor-kind
        pl.tensor.view(tensor=peer, shape=[1, 512])
        # error: tensor-view-shape-missing
        pl.tensor.view(tensor=x)
        # error: tensor-view-shape-kind
        pl.tensor.view(tensor=x, shape=3)
        # error: tensor-view-valid-shape-kind
        pl.tensor.view(tensor=x, shape=[1, 512], valid_shape=3)
        # error: tensor-view-elements
        pl.tensor.view(x, [1, 500])
        # error: tensor-view-valid-rank
        pl.tensor.view(x, [1, 512], [500])
        # error: tensor-view-valid-extent
        pl.tensor.view(x, [1, 512], [1, -1])
        # error: tensor-view-valid-extent
        pl.tensor.view(x, [1, 512], [2, 512])
        # error: tensor-view-elements
        pl.tensor.view(x, [36028797018963968, 1])
