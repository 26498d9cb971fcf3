# Views of boxes.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class SliceRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        line: pl.Tensor[[64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        pl.slice(x, [2, 64], [n, 0])
        pl.tensor.slice(win, [1, 64], [7, 0], [1, 32], [0])
        a = cube[1]
        c = cube[n, 2:4, 0:64]
        pl.slice(x, [2, 64], [0, 0], valid_shape=[1, 64])
        # error: tensor-slice-tensor-missing
        pl.tensor.slice(shape=[2, 64], offset=[0, 0])
        # error: tensor-slice-tensor-kind
        pl.tensor.slice(tensor=t, shape=[2, 64], offset=[0, 0])
        # error: tensor-slice-shape-missing
        pl.tensor.slice(tensor=x, offset=[0, 0])
        # error: tensor-slice-shape-kind
        pl.tensor.slice(tensor=x, shape=3, offset=[0, 0])
        # error: tensor-slice-shape-rank
        pl.tensor.slice(tensor=x, shape=[64], offset=[0, 0])
        # error: tensor-slice-offset-missing
        pl.tensor.slice(tensor=x, shape=[2, 64])
        # error: tensor-slice-offset-kind
        pl.tensor.slice(tensor=x, shape=[2, 64], offset=3)
        # error: tensor-slice-offset-rank
        pl.tensor.slice(tensor=x, shape=[2, 64], offset=[0])
        # error: tensor-slice-valid-shape-kind
        pl.tensor.slice(tensor=x, shape=[2, 64], offset=[0, 0], valid_shape=3)
        # error: tensor-slice-drop-dims-kind
        pl.tensor.slice(tensor=x, shape=[2, 64], offset=[0, 0], drop_dims=3)
        # error: tensor-slice-bounds
        v = x[8]
        # error: tensor-slice-bounds
        pl.slice(x, [2, 64], [7, 0])
        # error: tensor-slice-bounds
        pl.slice(x, [2, 64], [-1, 0])
        # error: tensor-slice-extent
        pl.slice(x, [0, 64], [0, 0])
        # error: tensor-slice-valid
        pl.slice(x, [2, 64], [0, 0], [1])
        # error: tensor-slice-drop
        pl.slice(x, [2, 64], [0, 0], drop_dims=[0])
        # error: tensor-slice-drop
        pl.slice(x, [1, 64], [0, 0], drop_dims=[2])
        # error: tensor-slice-drop-all
        v = line[3]
        # error: tensor-slice-bounds
        pl.slice(x, [2, 64], [9223372036854775807, 0])
        # error: tensor-slice-bounds
        pl.slice(x, [9223372036854775807, 64], [1, 0])
        # error: tensor-slice-valid-extent
        pl.slice(x, [2, 64], [0, 0], valid_shape=[-1, 64])
        # error: tensor-slice-valid-extent
        pl.slice(x, [2, 64], [0, 0], valid_shape=[2, 65])
