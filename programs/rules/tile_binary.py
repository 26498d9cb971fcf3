# Arithmetic on tiles, element by element.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileBinaryRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        flags: pl.Tensor[[8, 64], pl.BOOL],
        cells: pl.InOut[pl.Tensor[[4, 1], pl.INT32]],
        f: pl.Scalar[pl.FP32],
        i: pl.Scalar[pl.INT32],
        b: pl.Scalar[pl.BOOL],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        u = pl.load(x, [0, 0], [4, 64])
        one = pl.load(x, [0, 0], [1, 64])
        column = pl.load(x, [0, 0], [8, 1])
        ints = pl.load(cells, [0, 0], [4, 1])
        truth = pl.load(flags, [0, 0], [8, 64])
        whole = pl.load(cube, [0, 0, 0], [2, 8, 64])
        pl.tile.add(t, t)
        pl.tile.add(t, one)
        pl.add(t, 2)
        pl.add(t, f)
        pl.tile.add(ints, i)
        pl.tile.add(t, pl.cast(t, pl.FP16))
        pl.tile.add(t, column)
        pl.tile.add(one, t)
        # error: tile-add-lhs-missing
        pl.tile.add(rhs=t)
        # error: tile-add-lhs-kind
        pl.tile.add(lhs=x, rhs=t)
        # error: tile-add-rhs-missing
        pl.tile.add(lhs=t)
        # error: tile-add-rhs-kind
        pl.tile.add(lhs=t, rhs=[1])
        # error: tile-add-broadcast
        pl.tile.add(t, u)
        # error: tile-add-broadcast
        pl.tile.add(whole, pl.load(x, [0, 0], [8, 64]))
        # error: tile-add-dtype
        pl.tile.add(truth, truth)
        # error: tile-add-dtype
        pl.tile.add(t, truth)
        # error: tile-add-dtype
        pl.tile.add(t, b)
        # error: tile-add-scalar
        pl.tile.add(ints, 1.5)
        # error: tile-add-scalar
        pl.tile.add(ints, f)
        pl.tile.sub(t, t)
        pl.tile.sub(t, one)
        pl.sub(t, 2)
        pl.sub(t, f)
        pl.tile.sub(ints, i)
        pl.tile.sub(t, pl.cast(t, pl.FP16))
        pl.tile.sub(t, column)
        pl.tile.sub(one, t)
        # error: tile-sub-lhs-missing
        pl.tile.sub(rhs=t)
        # error: tile-sub-lhs-kind
        pl.tile.sub(lhs=x, rhs=t)
        # error: tile-sub-rhs-missing
        pl.tile.sub(lhs=t)
        # error: tile-sub-rhs-kind
        pl.tile.sub(lhs=t, rhs=[1])
        # error: tile-sub-broadcast
        pl.tile.sub(t, u)
        # error: tile-sub-broadcast
        pl.tile.sub(whole, pl.load(x, [0, 0], [8, 64]))
        # error: tile-sub-dtype
        pl.tile.sub(truth, truth)
        # error: tile-sub-dtype
        pl.tile.sub(t, truth)
        # error: tile-sub-dtype
        pl.tile.sub(t, b)
        # error: tile-sub-scalar
        pl.tile.sub(ints, 1.5)
        # error: tile-sub-scalar
        pl.tile.sub(ints, f)
        pl.tile.mul(t, t)
        pl.tile.mul(t, one)
        pl.mul(t, 2)
        pl.mul(t, f)
        pl.tile.mul(ints, i)
        pl.tile.mul(t, pl.cast(t, pl.FP16))
        pl.tile.mul(t, column)
        pl.tile.mul(one, t)
        # error: tile-mul-lhs-missing
        pl.tile.mul(rhs=t)
        # error: tile-mul-lhs-kind
        pl.tile.mul(lhs=x, rhs=t)
        # error: tile-mul-rhs-missing
        pl.tile.mul(lhs=t)
        # error: tile-mul-rhs-kind
        pl.tile.mul(lhs=t, rhs=[1])
        # error: tile-mul-broadcast
        pl.tile.mul(t, u)
        # error: tile-mul-broadcast
        pl.tile.mul(whole, pl.load(x, [0, 0], [8, 64]))
        # error: tile-mul-dtype
        pl.tile.mul(truth, truth)
        # error: tile-mul-dtype
        pl.tile.mul(t, truth)
        # error: tile-mul-dtype
        pl.tile.mul(t, b)
        # error: tile-mul-scalar
        pl.tile.mul(ints, 1.5)
        # error: tile-mul-scalar
        pl.tile.mul(ints, f)
        pl.tile.div(t, t)
        pl.tile.div(t, one)
        pl.div(t, 2)
        pl.div(t, f)
        pl.tile.div(ints, i)
        pl.tile.div(t, pl.cast(t, pl.FP16))
        pl.tile.div(t, column)
        pl.tile.div(one, t)
        # error: tile-div-lhs-missing
        pl.tile.div(rhs=t)
        # error: tile-div-lhs-kind
        pl.tile.div(lhs=x, rhs=t)
        # error: tile-div-rhs-missing
        pl.tile.div(lhs=t)
        # error: tile-div-rhs-kind
        pl.tile.div(lhs=t, rhs=[1])
        # error: tile-div-broadcast
        pl.tile.div(t, u)
        # error: tile-div-broadcast
        pl.tile.div(whole, pl.load(x, [0, 0], [8, 64]))
        # error: tile-div-dtype
        pl.tile.div(truth, truth)
        # error: tile-div-dtype
        pl.tile.div(t, truth)
        # error: tile-div-dtype
        pl.tile.div(t, b)
        # error: tile-div-scalar
        pl.tile.div(ints, 1.5)
        # error: tile-div-scalar
        pl.tile.div(ints, f)
        # error: tile-div-zero
        pl.tile.div(ints, 0)
        pl.tile.maximum(t, t)
        pl.tile.maximum(t, one)
        pl.maximum(t, 2)
        pl.maximum(t, f)
        pl.tile.maximum(ints, i)
        pl.tile.maximum(t, pl.cast(t, pl.FP16))
        pl.tile.maximum(t, column)
        pl.tile.maximum(one, t)
        # error: tile-maximum-lhs-missing
        pl.tile.maximum(rhs=t)
        # error: tile-maximum-lhs-kind
        pl.tile.maximum(lhs=x, rhs=t)
        # error: tile-maximum-rhs-missing
        pl.tile.maximum(lhs=t)
        # error: tile-maximum-rhs-kind
        pl.tile.maximum(lhs=t, rhs=[1])
        # error: tile-maximum-broadcast
        pl.tile.maximum(t, u)
        # error: tile-maximum-broadcast
        pl.tile.maximum(whole, pl.load(x, [0, 0], [8, 64]))
        # error: tile-maximum-dtype
        pl.tile.maximum(truth, truth)
        # error: tile-maximum-dtype
        pl.tile.maximum(t, truth)
        # error: tile-maximum-dtype
        pl.tile.maximum(t, b)
        # error: tile-maximum-scalar
        pl.tile.maximum(ints, 1.5)
        # error: tile-maximum-scalar
        pl.tile.maximum(ints, f)
        pl.tile.minimum(t, t)
        pl.tile.minimum(t, one)
        pl.minimum(t, 2)
        pl.minimum(t, f)
        pl.tile.minimum(ints, i)
        pl.tile.minimum(t, pl.cast(t, pl.FP16))
        pl.tile.minimum(t, column)
        pl.tile.minimum(one, t)
        # error: tile-minimum-lhs-missing
        pl.tile.minimum(rhs=t)
        # error: tile-minimum-lhs-kind
        pl.tile.minimum(lhs=x, rhs=t)
        # error: tile-minimum-rhs-missing
        pl.tile.minimum(lhs=t)
        # error: tile-minimum-rhs-kind
        pl.tile.minimum(lhs=t, rhs=[1])
        # error: tile-minimum-broadcast
        pl.tile.minimum(t, u)
        # error: tile-minimum-broadcast
        pl.tile.minimum(whole, pl.load(x, [0, 0], [8, 64]))
        # error: tile-minimum-dtype
        pl.tile.minimum(truth, truth)
        # error: tile-minimum-dtype
        pl.tile.minimum(t, truth)
        # error: tile-minimum-dtype
        pl.tile.minimum(t, b)
        # error: tile-minimum-scalar
        pl.tile.minimum(ints, 1.5)
        # error: tile-minimum-scalar
        pl.tile.minimum(ints, f)
