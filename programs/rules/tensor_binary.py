# Arithmetic on whole tensors, element by element.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TensorBinaryRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        part: pl.Tensor[[4, 64], pl.FP32],
        row: pl.Tensor[[1, 64], pl.FP32],
        flags: pl.Tensor[[8, 64], pl.BOOL],
        cells: pl.InOut[pl.Tensor[[4, 1], pl.INT32]],
        half: pl.Out[pl.Tensor[[8, 64], pl.FP16]],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        f: pl.Scalar[pl.FP32],
        i: pl.Scalar[pl.INT32],
        b: pl.Scalar[pl.BOOL],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        pl.tensor.add(x, x)
        pl.tensor.add(x, row)
        pl.add(x, 2)
        pl.add(x, f)
        pl.tensor.add(cells, i)
        pl.tensor.add(x, half)
        pl.tensor.add(win, x)
        # error: tensor-add-lhs-missing
        pl.tensor.add(rhs=x)
        # error: tensor-add-lhs-kind
        pl.tensor.add(lhs=t, rhs=x)
        # error: tensor-add-rhs-missing
        pl.tensor.add(lhs=x)
        # error: tensor-add-rhs-kind
        pl.tensor.add(lhs=x, rhs=t)
        # error: tensor-add-broadcast
        pl.tensor.add(x, part)
        # error: tensor-add-dtype
        pl.tensor.add(flags, flags)
        # error: tensor-add-dtype
        pl.tensor.add(x, flags)
        # error: tensor-add-dtype
        pl.tensor.add(x, b)
        # error: tensor-add-scalar
        pl.tensor.add(cells, 1.5)
        # error: tensor-add-scalar
        pl.tensor.add(cells, f)
        pl.tensor.sub(x, x)
        pl.tensor.sub(x, row)
        pl.sub(x, 2)
        pl.sub(x, f)
        pl.tensor.sub(cells, i)
        pl.tensor.sub(x, half)
        pl.tensor.sub(win, x)
        # error: tensor-sub-lhs-missing
        pl.tensor.sub(rhs=x)
        # error: tensor-sub-lhs-kind
        pl.tensor.sub(lhs=t, rhs=x)
        # error: tensor-sub-rhs-missing
        pl.tensor.sub(lhs=x)
        # error: tensor-sub-rhs-kind
        pl.tensor.sub(lhs=x, rhs=t)
        # error: tensor-sub-broadcast
        pl.tensor.sub(x, part)
        # error: tensor-sub-dtype
        pl.tensor.sub(flags, flags)
        # error: tensor-sub-dtype
        pl.tensor.sub(x, flags)
        # error: tensor-sub-dtype
        pl.tensor.sub(x, b)
        # error: tensor-sub-scalar
        pl.tensor.sub(cells, 1.5)
        # error: tensor-sub-scalar
        pl.tensor.sub(cells, f)
        pl.tensor.mul(x, x)
        pl.tensor.mul(x, row)
        pl.mul(x, 2)
        pl.mul(x, f)
        pl.tensor.mul(cells, i)
        pl.tensor.mul(x, half)
        pl.tensor.mul(win, x)
        # error: tensor-mul-lhs-missing
        pl.tensor.mul(rhs=x)
        # error: tensor-mul-lhs-kind
        pl.tensor.mul(lhs=t, rhs=x)
        # error: tensor-mul-rhs-missing
        pl.tensor.mul(lhs=x)
        # error: tensor-mul-rhs-kind
        pl.tensor.mul(lhs=x, rhs=t)
        # error: tensor-mul-broadcast
        pl.tensor.mul(x, part)
        # error: tensor-mul-dtype
        pl.tensor.mul(flags, flags)
        # error: tensor-mul-dtype
        pl.tensor.mul(x, flags)
        # error: tensor-mul-dtype
        pl.tensor.mul(x, b)
        # error: tensor-mul-scalar
        pl.tensor.mul(cells, 1.5)
        # error: tensor-mul-scalar
        pl.tensor.mul(cells, f)
        pl.tensor.div(x, x)
        pl.tensor.div(x, row)
        pl.div(x, 2)
        pl.div(x, f)
        pl.tensor.div(cells, i)
        pl.tensor.div(x, half)
        pl.tensor.div(win, x)
        # error: tensor-div-lhs-missing
        pl.tensor.div(rhs=x)
        # error: tensor-div-lhs-kind
        pl.tensor.div(lhs=t, rhs=x)
        # error: tensor-div-rhs-missing
        pl.tensor.div(lhs=x)
        # error: tensor-div-rhs-kind
        pl.tensor.div(lhs=x, rhs=t)
        # error: tensor-div-broadcast
        pl.tensor.div(x, part)
        # error: tensor-div-dtype
        pl.tensor.div(flags, flags)
        # error: tensor-div-dtype
        pl.tensor.div(x, flags)
        # error: tensor-div-dtype
        pl.tensor.div(x, b)
        # error: tensor-div-scalar
        pl.tensor.div(cells, 1.5)
        # error: tensor-div-scalar
        pl.tensor.div(cells, f)
        # error: tensor-div-zero
        pl.tensor.div(cells, 0)
        pl.tensor.maximum(x, x)
        pl.tensor.maximum(x, row)
        pl.maximum(x, 2)
        pl.maximum(x, f)
        pl.tensor.maximum(cells, i)
        pl.tensor.maximum(x, half)
        pl.tensor.maximum(win, x)
        # error: tensor-maximum-lhs-missing
        pl.tensor.maximum(rhs=x)
        # error: tensor-maximum-lhs-kind
        pl.tensor.maximum(lhs=t, rhs=x)
        # error: tensor-maximum-rhs-missing
        pl.tensor.maximum(lhs=x)
        # error: tensor-maximum-rhs-kind
        pl.tensor.maximum(lhs=x, rhs=t)
        # error: tensor-maximum-broadcast
        pl.tensor.maximum(x, part)
        # error: tensor-maximum-dtype
        pl.tensor.maximum(flags, flags)
        # error: tensor-maximum-dtype
        pl.tensor.maximum(x, flags)
        # error: tensor-maximum-dtype
        pl.tensor.maximum(x, b)
        # error: tensor-maximum-scalar
        pl.tensor.maximum(cells, 1.5)
        # error: tensor-maximum-scalar
        pl.tensor.maximum(cells, f)
        pl.tensor.minimum(x, x)
        pl.tensor.minimum(x, row)
        pl.minimum(x, 2)
        pl.minimum(x, f)
        pl.tensor.minimum(cells, i)
        pl.tensor.minimum(x, half)
        pl.tensor.minimum(win, x)
        # error: tensor-minimum-lhs-missing
        pl.tensor.minimum(rhs=x)
        # error: tensor-minimum-lhs-kind
        pl.tensor.minimum(lhs=t, rhs=x)
        # error: tensor-minimum-rhs-missing
        pl.tensor.minimum(lhs=x)
        # error: tensor-minimum-rhs-kind
        pl.tensor.minimum(lhs=x, rhs=t)
        # error: tensor-minimum-broadcast
        pl.tensor.minimum(x, part)
        # error: tensor-minimum-dtype
        pl.tensor.minimum(flags, flags)
        # error: tensor-minimum-dtype
        pl.tensor.minimum(x, flags)
        # error: tensor-minimum-dtype
        pl.tensor.minimum(x, b)
        # error: tensor-minimum-scalar
        pl.tensor.minimum(cells, 1.5)
        # error: tensor-minimum-scalar
        pl.tensor.minimum(cells, f)
