# Arithmetic on scalars in call form.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class ScalarsRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        f: pl.Scalar[pl.FP32],
        i: pl.Scalar[pl.INT32],
        b: pl.Scalar[pl.BOOL],
    ):
        a = pl.min(n, 3)
        c = pl.max(f, 1.5)
        d = pl.add(i, 1)
        e = pl.sub(n, i)
        g = pl.mul(f, 2.0)
        h = pl.cast(n, pl.FP32)
        j = pl.cast(f, target_type=pl.INT32)
        k = pl.cast(b, pl.INT32)
        # error: scalar-add-lhs-missing
        v = pl.scalar.add(rhs=1)
        # error: scalar-add-lhs-kind
        v = pl.scalar.add(lhs=[1], rhs=1)
        # error: scalar-add-rhs-missing
        v = pl.scalar.add(lhs=n)
        # error: scalar-add-rhs-kind
        v = pl.scalar.add(lhs=n, rhs=[1])
        # error: scalar-add-mixed
        v = pl.add(n, 1.5)
        # error: scalar-add-mixed
        v = pl.add(f, n)
        # error: scalar-add-rhs-kind
        v = pl.add(n, x)
        # error: scalar-sub-lhs-missing
        v = pl.scalar.sub(rhs=1)
        # error: scalar-sub-lhs-kind
        v = pl.scalar.sub(lhs=[1], rhs=1)
        # error: scalar-sub-rhs-missing
        v = pl.scalar.sub(lhs=n)
        # error: scalar-sub-rhs-kind
        v = pl.scalar.sub(lhs=n, rhs=[1])
        # error: scalar-sub-mixed
        v = pl.sub(n, 1.5)
        # error: scalar-sub-mixed
        v = pl.sub(f, n)
        # error: scalar-sub-rhs-kind
        v = pl.sub(n, x)
        # error: scalar-mul-lhs-missing
        v = pl.scalar.mul(rhs=1)
        # error: scalar-mul-lhs-kind
        v = pl.scalar.mul(lhs=[1], rhs=1)
        # error: scalar-mul-rhs-missing
        v = pl.scalar.mul(lhs=n)
        # error: scalar-mul-rhs-kind
        v = pl.scalar.mul(lhs=n, rhs=[1])
        # error: scalar-mul-mixed
        v = pl.mul(n, 1.5)
        # error: scalar-mul-mixed
        v = pl.mul(f, n)
        # error: scalar-mul-rhs-kind
        v = pl.mul(n, x)
        # error: scalar-min-lhs-missing
        v = pl.scalar.min(rhs=1)
        # error: scalar-min-lhs-kind
        v = pl.scalar.min(lhs=[1], rhs=1)
        # error: scalar-min-rhs-missing
        v = pl.scalar.min(lhs=n)
        # error: scalar-min-rhs-kind
        v = pl.scalar.min(lhs=n, rhs=[1])
        # error: scalar-min-mixed
        v = pl.min(n, 1.5)
        # error: scalar-min-mixed
        v = pl.min(f, n)
        # error: scalar-min-rhs-kind
        v = pl.min(n, x)
        # error: scalar-max-lhs-missing
        v = pl.scalar.max(rhs=1)
        # error: scalar-max-lhs-kind
        v = pl.scalar.max(lhs=[1], rhs=1)
        # error: scalar-max-rhs-missing
        v = pl.scalar.max(lhs=n)
        # error: scalar-max-rhs-kind
        v = pl.scalar.max(lhs=n, rhs=[1])
        # error: scalar-max-mixed
        v = pl.max(n, 1.5)
        # error: scalar-max-mixed
        v = pl.max(f, n)
        # error: scalar-max-rhs-kind
        v = pl.max(n, x)
        # error: scalar-cast-value-missing
        v = pl.scalar.cast(target_type=pl.FP32)
        # error: scalar-cast-value-kind
        v = pl.scalar.cast(value=[1], target_type=pl.FP32)
        # error: scalar-cast-target-type-missing
        v = pl.scalar.cast(value=n)
        # error: scalar-cast-target-type-kind
        v = pl.scalar.cast(value=n, target_type=3)
        # error: scalar-cast-mode-kind
        v = pl.scalar.cast(value=n, target_type=pl.FP32, mode='sideways')
        # error: scalar-cast-mode
        v = pl.cast(n, pl.FP32, mode='floor')
        # error: scalar-cast-dtype
        v = pl.cast(n, pl.BOOL)
        # error: scalar-cast-dtype
        v = pl.cast(n, pl.FP64)
