# Products of matrices.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class MatmulRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
    ):
        a = pl.load(x, [0, 0], [8, 64])
        b = pl.tile.full([64, 8], dtype=pl.FP32, value=1)
        h = pl.tile.full([64, 8], dtype=pl.FP16, value=1)
        long = pl.tile.full([8, 8], dtype=pl.INT64, value=1)
        whole = pl.load(cube, [0, 0, 0], [1, 8, 64])
        pl.matmul(a, b)
        pl.tile.matmul(h, pl.tile.full([8, 64], dtype=pl.FP16, value=1))
        pl.matmul(pl.move(a, pl.MemorySpace.Left), pl.move(b, pl.MemorySpace.Right))
        # error: tile-matmul-lhs-missing
        pl.tile.matmul(rhs=b)
        # error: tile-matmul-lhs-kind
        pl.tile.matmul(lhs=x, rhs=b)
        # error: tile-matmul-rhs-missing
        pl.tile.matmul(lhs=a)
        # error: tile-matmul-rhs-kind
        pl.tile.matmul(lhs=a, rhs=x)
        # error: tile-matmul-rank
        pl.matmul(whole, b)
        # error: tile-matmul-inner
        pl.matmul(a, a)
        # error: tile-matmul-dtype
        pl.matmul(a, h)
        # error: tile-matmul-dtype
        pl.matmul(long, long)
