# Private arrays.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class ArrayRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        f: pl.Scalar[pl.FP32],
        i: pl.Scalar[pl.INT32],
    ):
        arr = pl.array.create(4, pl.INT32)
        arr[0] = 7
        arr[n] = i
        arr[1] = n
        a = arr[n]
        c = arr[3] + i
        # error: array-create-extent-missing
        other = pl.array.create(dtype=pl.INT32)
        # error: array-create-extent-kind
        other = pl.array.create(extent=n, dtype=pl.INT32)
        # error: array-create-dtype-missing
        other = pl.array.create(extent=4)
        # error: array-create-dtype-kind
        other = pl.array.create(extent=4, dtype=3)
        # error: array-create-extent
        other = pl.array.create(0, pl.INT32)
        # error: array-create-dtype
        other = pl.array.create(4, pl.FP32)
        # error: array-read-array-missing
        v = pl.array.read(index=0)
        # error: array-read-array-kind
        v = pl.array.read(array=x, index=0)
        # error: array-read-index-missing
        v = pl.array.read(array=arr)
        # error: array-read-index-kind
        v = pl.array.read(array=arr, index=1.5)
        # error: array-bounds
        v = arr[4]
        # error: array-bounds
        arr[4] = 1
        # error: array-update-array-missing
        arr = pl.array.update(index=0, value=1)
        # error: array-update-array-kind
        arr = pl.array.update(array=x, index=0, value=1)
        # error: array-update-index-missing
        arr = pl.array.update(array=arr, value=1)
        # error: array-update-index-kind
        arr = pl.array.update(array=arr, index=1.5, value=1)
        # error: array-update-value-missing
        arr = pl.array.update(array=arr, index=0)
        # error: array-update-value-kind
        arr = pl.array.update(array=arr, index=0, value=[1])
        # error: array-update-value
        arr = pl.array.update(arr, 0, f)
        # error: array-update-value
        arr[0] = 0.5
