# Making tiles.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileCreateRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
        f: pl.Scalar[pl.FP32],
    ):
        pl.tile.create([8, 64], dtype=pl.FP32)
        pl.tile.create([8, 64], pl.INT8, target_memory=pl.MemorySpace.Mat)
        pl.tile.full([1, 64], dtype=pl.INT32, value=0)
        pl.tile.full([1, 64], dtype=pl.BF16, value=f)
        pl.tile.full([1, 64], pl.FP32, 2)
        # error: tile-create-shape-missing
        pl.tile.create(dtype=pl.FP32)
        # error: tile-create-shape-kind
        pl.tile.create(shape=3, dtype=pl.FP32)
        # error: tile-create-dtype-missing
        pl.tile.create(shape=[8, 64])
        # error: tile-create-dtype-kind
        pl.tile.create(shape=[8, 64], dtype=3)
        # error: tile-create-target-memory-kind
        pl.tile.create(shape=[8, 64], dtype=pl.FP32, target_memory=pld.WaitCmp.Eq)
        # error: tile-full-shape-missing
        pl.tile.full(dtype=pl.FP32, value=0)
        # error: tile-full-shape-kind
        pl.tile.full(shape=3, dtype=pl.FP32, value=0)
        # error: tile-full-dtype-missing
        pl.tile.full(shape=[8, 64], value=0)
        # error: tile-full-dtype-kind
        pl.tile.full(shape=[8, 64], dtype=3, value=0)
        # error: tile-full-value-missing
        pl.tile.full(shape=[8, 64], dtype=pl.FP32)
        # error: tile-full-value-kind
        pl.tile.full(shape=[8, 64], dtype=pl.FP32, value=[1])
        # error: tile-full-value-float
        pl.tile.full([1, 64], dtype=pl.INT32, value=0.5)
        # error: tile-full-value-float
        pl.tile.full([1, 64], dtype=pl.INT8, value=f)
        # error: tile-too-large
        pl.tile.create([64, 1024], dtype=pl.FP32)
        # error: tile-too-large
        pl.tile.full([1, 24577], dtype=pl.INT64, value=0)
        # error: tile-dtype
        pl.tile.create([1, 64], dtype=pl.UINT8)
        # error: tile-shape-static
        pl.tile.full([8, n], dtype=pl.FP32, value=0)
