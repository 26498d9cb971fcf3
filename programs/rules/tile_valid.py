# The valid region of a tile.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileValidRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        whole = pl.load(cube, [0, 0, 0], [2, 8, 64])
        pl.tile.fillpad_inplace(t)
        pl.tile.fillpad_inplace(t, pad_value='max')
        pl.tile.set_validshape(t, 8, n)
        # error: tile-fillpad-inplace-tile-missing
        pl.tile.fillpad_inplace()
        # error: tile-fillpad-inplace-tile-kind
        pl.tile.fillpad_inplace(tile=x)
        # error: tile-fillpad-inplace-pad-value-kind
        pl.tile.fillpad_inplace(tile=t, pad_value='sideways')
        # error: tile-set-validshape-tile-missing
        pl.tile.set_validshape(valid_rows=8, valid_cols=64)
        # error: tile-set-validshape-tile-kind
        pl.tile.set_validshape(tile=x, valid_rows=8, valid_cols=64)
        # error: tile-set-validshape-valid-rows-missing
        pl.tile.set_validshape(tile=t, valid_cols=64)
        # error: tile-set-validshape-valid-rows-kind
        pl.tile.set_validshape(tile=t, valid_rows=1.5, valid_cols=64)
        # error: tile-set-validshape-valid-cols-missing
        pl.tile.set_validshape(tile=t, valid_rows=8)
        # error: tile-set-validshape-valid-cols-kind
        pl.tile.set_validshape(tile=t, valid_rows=8, valid_cols=1.5)
        # error: tile-set-validshape-rank
        pl.tile.set_validshape(whole, 1, 1)
        # error: tile-set-validshape-extent
        pl.tile.set_validshape(t, 9, 1)
        # error: tile-set-validshape-extent
        pl.tile.set_validshape(t, 1, -1)
