# Functions of one tensor, casts, constants, transposition.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TensorUnaryRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cells: pl.InOut[pl.Tensor[[4, 1], pl.INT32]],
        flags: pl.Tensor[[8, 64], pl.BOOL],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
        f: pl.Scalar[pl.FP32],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        pl.exp(x)
        pl.tensor.neg(win)
        pl.neg(cells)
        pl.cast(x, pl.BF16)
        pl.tensor.cast(win, target_type=pl.INT32, mode='ceil')
        pl.full([8, n], dtype=pl.FP32, value=1)
        pl.tensor.full([4], pl.FP16, f)
        pl.transpose(x, 0, 1)
        pl.tensor.transpose(x, -2, -1)
        pl.tensor.dim(x, 0)
        pl.tensor.dim(x, -1)
        pl.create_tensor([8, n], dtype=pl.INT8)
        # error: tensor-exp-tensor-missing
        pl.tensor.exp()
        # error: tensor-exp-tensor-kind
        pl.tensor.exp(tensor=t)
        # error: tensor-exp-dtype
        pl.exp(cells)
        # error: tensor-neg-tensor-missing
        pl.tensor.neg()
        # error: tensor-neg-tensor-kind
        pl.tensor.neg(tensor=t)
        # error: tensor-neg-dtype
        pl.neg(flags)
        # error: tensor-cast-tensor-missing
        pl.tensor.cast(target_type=pl.FP16)
        # error: tensor-cast-tensor-kind
        pl.tensor.cast(tensor=t, target_type=pl.FP16)
        # error: tensor-cast-target-type-missing
        pl.tensor.cast(tensor=x)
        # error: tensor-cast-target-type-kind
        pl.tensor.cast(tensor=x, target_type=3)
        # error: tensor-cast-mode-kind
        pl.tensor.cast(tensor=x, target_type=pl.FP16, mode='sideways')
        # error: tensor-cast-same
        pl.cast(x, pl.FP32)
        # error: tensor-dtype
        pl.cast(x, pl.FP64)
        # error: tensor-full-shape-missing
        pl.tensor.full(dtype=pl.FP32, value=0)
        # error: tensor-full-shape-kind
        pl.tensor.full(shape=3, dtype=pl.FP32, value=0)
        # error: tensor-full-dtype-missing
        pl.tensor.full(shape=[8, 64], value=0)
        # error: tensor-full-dtype-kind
        pl.tensor.full(shape=[8, 64], dtype=3, value=0)
        # error: tensor-full-value-missing
        pl.tensor.full(shape=[8, 64], dtype=pl.FP32)
        # error: tensor-full-value-kind
        pl.tensor.full(shape=[8, 64], dtype=pl.FP32, value=[1])
        # error: tensor-full-value-float
        pl.full([4], dtype=pl.INT32, value=f)
        # error: tensor-extent
        pl.full([], dtype=pl.INT32, value=0)
        # error: tensor-create-shape-missing
        pl.tensor.create(dtype=pl.FP32)
        # error: tensor-create-shape-kind
        pl.tensor.create(shape=3, dtype=pl.FP32)
        # error: tensor-create-dtype-missing
        pl.tensor.create(shape=[8, 64])
        # error: tensor-create-dtype-kind
        pl.tensor.create(shape=[8, 64], dtype=3)
        # error: tensor-extent
        pl.create_tensor([8, -1], dtype=pl.FP32)
        # error: tensor-dtype
        pl.create_tensor([8, 64], dtype=pl.FP64)
        # error: tensor-transpose-tensor-missing
        pl.tensor.transpose(axis1=0, axis2=1)
        # error: tensor-transpose-tensor-kind
        pl.tensor.transpose(tensor=t, axis1=0, axis2=1)
        # error: tensor-transpose-axis1-missing
        pl.tensor.transpose(tensor=x, axis2=1)
        # error: tensor-transpose-axis1-kind
        pl.tensor.transpose(tensor=x, axis1=n, axis2=1)
        # error: tensor-transpose-axis2-missing
        pl.tensor.transpose(tensor=x, axis1=0)
        # error: tensor-transpose-axis2-kind
        pl.tensor.transpose(tensor=x, axis1=0, axis2=n)
        # error: tensor-transpose-axes
        pl.transpose(x, 1, -1)
        # error: tensor-transpose-axes
        pl.transpose(x, 0, 2)
        # error: tensor-dim-tensor-missing
        d = pl.tensor.dim(axis=0)
        # error: tensor-dim-tensor-kind
        d = pl.tensor.dim(tensor=t, axis=0)
        # error: tensor-dim-axis-missing
        d = pl.tensor.dim(tensor=x)
        # error: tensor-dim-axis-kind
        d = pl.tensor.dim(tensor=x, axis=n)
        # error: tensor-dim-axis
        d = pl.tensor.dim(x, -3)
        # error: shape-bytes
        pl.create_tensor([4611686018427387904, 64], dtype=pl.FP32)
        # error: shape-bytes
        pl.full([4611686018427387904, n], dtype=pl.FP32, value=1)
