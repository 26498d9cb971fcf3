# Functions of one tile, and casts.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileUnaryRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cells: pl.InOut[pl.Tensor[[4, 1], pl.INT32]],
        flags: pl.Tensor[[8, 64], pl.BOOL],
        n: pl.Scalar[pl.INDEX],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        ints = pl.load(cells, [0, 0], [4, 1])
        truth = pl.load(flags, [0, 0], [8, 64])
        pl.exp(t)
        pl.neg(t)
        pl.neg(ints)
        pl.cast(t, pl.BF16)
        pl.cast(t, target_type=pl.INT32, mode='floor')
        pl.tile.cast(ints, pl.FP32)
        pl.cast(truth, pl.INT8)
        # error: tile-exp-tile-missing
        pl.tile.exp()
        # error: tile-exp-tile-kind
        pl.tile.exp(tile=x)
        # error: tile-exp-dtype
        pl.exp(ints)
        # error: tile-neg-tile-missing
        pl.tile.neg()
        # error: tile-neg-tile-kind
        pl.tile.neg(tile=x)
        # error: tile-neg-dtype
        pl.neg(truth)
        # error: tile-cast-tile-missing
        pl.tile.cast(target_type=pl.FP16)
        # error: tile-cast-tile-kind
        pl.tile.cast(tile=x, target_type=pl.FP16)
        # error: tile-cast-target-type-missing
        pl.tile.cast(tile=t)
        # error: tile-cast-target-type-kind
        pl.tile.cast(tile=t, target_type=3)
        # error: tile-cast-mode-kind
        pl.tile.cast(tile=t, target_type=pl.FP16, mode='sideways')
        # error: tile-cast-same
        pl.cast(t, pl.FP32)
        # error: tile-dtype
        pl.cast(t, pl.UINT16)
        # error: tile-too-large
        pl.cast(pl.tile.create([64, 2048], dtype=pl.INT8), pl.FP32)
