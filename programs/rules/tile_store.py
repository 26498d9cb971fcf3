# Writing tiles into tensors and windows.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileStoreRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        line: pl.Tensor[[64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        out3: pl.Out[pl.Tensor[[4, 8, 64], pl.FP32]],
        longs: pl.Out[pl.Tensor[[8, 64], pl.INT64]],
        half: pl.Out[pl.Tensor[[8, 64], pl.FP16]],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        pl.store(t, [0, 0], y)
        pl.store(t, [0, 0], output_tensor=win)
        pl.store(t, [n, 0, 0], out3)
        pl.store(pl.load(cube, [0, 0, 0], [2, 8, 64]), [2, 0, 0], out3)
        pl.store(pl.load(x, [0, 0], [1, 64]), [0], line)
        pl.store(t, [0, 0], y, atomic=pl.AtomicType.Add)
        long = pl.tile.full([8, 64], dtype=pl.INT64, value=0)
        whole = pl.load(cube, [0, 0, 0], [2, 8, 64])
        # error: tile-store-tile-missing
        pl.tile.store(offsets=[0, 0], output_tensor=y)
        # error: tile-store-tile-kind
        pl.tile.store(tile=x, offsets=[0, 0], output_tensor=y)
        # error: tile-store-offsets-missing
        pl.tile.store(tile=t, output_tensor=y)
        # error: tile-store-offsets-kind
        pl.tile.store(tile=t, offsets=3, output_tensor=y)
        # error: tile-store-output-tensor-missing
        pl.tile.store(tile=t, offsets=[0, 0])
        # error: tile-store-output-tensor-kind
        pl.tile.store(tile=t, offsets=[0, 0], output_tensor=t)
        # error: tile-store-shapes-kind
        pl.tile.store(tile=t, offsets=[0, 0], output_tensor=y, shapes=3)
        # error: tile-store-shapes-rank
        pl.tile.store(tile=t, offsets=[0, 0], output_tensor=y, shapes=[512])
        # error: tile-store-atomic-kind
        pl.tile.store(tile=t, offsets=[0, 0], output_tensor=y, atomic=pld.WaitCmp.Eq)
        # error: tile-store-bounds
        pl.store(t, [1, 0], y)
        # error: tile-store-bounds
        pl.store(t, [0, -1], y)
        # error: tile-store-bounds
        pl.store(t, [4, 0, 0], out3)
        # error: tile-store-dtype
        pl.store(t, [0, 0], half)
        # error: tile-store-dtype
        pl.store(long, [0, 0], y)
        # error: tile-store-rank
        pl.store(whole, [0, 0], y)
        # error: tile-store-rank
        pl.store(t, [0], line)
        # error: tile-store-offsets-rank
        pl.store(t, [0, 0, 0], y)
        # error: tile-store-shapes-count
        pl.store(t, [0, 0], y, shapes=[4, 64])
        # error: tile-store-atomic-dtype
        pl.store(long, [0, 0], longs, atomic=pl.AtomicType.Add)
        # error: tile-store-bounds
        pl.store(t, [0, 9223372036854775807], y)
        # error: tile-store-bounds
        pl.store(t, [9223372036854775807, 0], win)
        # error: tile-store-bounds
        pl.store(t, [1, 0], y, shapes=[8, 64])
        # error: tile-store-shapes-count
        pl.store(t, [0, 0], y, shapes=[4, 128])
        # error: tile-store-shapes-count
        pl.store(t, [0, 0], y, shapes=[-8, -64])
        # error: tile-store-shapes-count
        pl.store(t, [0, 0, 0], out3, shapes=[4611686018427387904, 8, 64])
