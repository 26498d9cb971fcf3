# Reductions of the rows of a tile.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class RowReduceRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        flags: pl.Tensor[[8, 64], pl.BOOL],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        tmp = pl.tile.create([8, 64], dtype=pl.FP32)
        small = pl.tile.create([1, 64], dtype=pl.FP32)
        truth = pl.load(flags, [0, 0], [8, 64])
        tmp_truth = pl.tile.create([8, 64], dtype=pl.BOOL)
        whole = pl.load(cube, [0, 0, 0], [1, 8, 64])
        pl.tile.row_sum(t, tmp)
        pl.row_sum(t, tmp)
        # error: tile-row-sum-tile-missing
        pl.tile.row_sum(tmp_tile=tmp)
        # error: tile-row-sum-tile-kind
        pl.tile.row_sum(tile=x, tmp_tile=tmp)
        # error: tile-row-sum-tmp-tile-missing
        pl.tile.row_sum(tile=t)
        # error: tile-row-sum-tmp-tile-kind
        pl.tile.row_sum(tile=t, tmp_tile=x)
        # error: tile-row-sum-rank
        pl.row_sum(whole, tmp)
        # error: tile-row-sum-dtype
        pl.row_sum(truth, tmp_truth)
        # error: tile-row-sum-tmp
        pl.row_sum(t, small)
        # error: tile-row-sum-tmp
        pl.row_sum(t, tmp_truth)
        pl.tile.row_max(t, tmp)
        pl.row_max(t, tmp)
        # error: tile-row-max-tile-missing
        pl.tile.row_max(tmp_tile=tmp)
        # error: tile-row-max-tile-kind
        pl.tile.row_max(tile=x, tmp_tile=tmp)
        # error: tile-row-max-tmp-tile-missing
        pl.tile.row_max(tile=t)
        # error: tile-row-max-tmp-tile-kind
        pl.tile.row_max(tile=t, tmp_tile=x)
        # error: tile-row-max-rank
        pl.row_max(whole, tmp)
        # error: tile-row-max-dtype
        pl.row_max(truth, tmp_truth)
        # error: tile-row-max-tmp
        pl.row_max(t, small)
        # error: tile-row-max-tmp
        pl.row_max(t, tmp_truth)
