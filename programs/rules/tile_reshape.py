# Tiles in other forms.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileReshapeRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        n: pl.Scalar[pl.INDEX],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        part = pl.load(x, [0, 0], [8, 64], valid_shape=[8, n])
        rows = pl.load(x, [0, 0], [8, 64], valid_shape=[n, 64])
        whole = pl.load(cube, [0, 0, 0], [2, 8, 64])
        pl.reshape(t, [1, 512])
        pl.tile.reshape(t, [2, 4, 64])
        pl.tile.reshape(rows, [1, 512])
        pl.tile.reshape(whole, [16, 64])
        pl.slice(t, [1, 8], [n, 8])
        a = t[0:4, 0:8]
        c = t[3]
        pl.transpose(t, 0, 1)
        pl.move(t, target_memory=pl.MemorySpace.Mat)
        pl.tile.copy(t)
        # error: tile-reshape-tile-missing
        pl.tile.reshape(shape=[1, 512])
        # error: tile-reshape-tile-kind
        pl.tile.reshape(tile=x, shape=[1, 512])
        # error: tile-reshape-shape-missing
        pl.tile.reshape(tile=t)
        # error: tile-reshape-shape-kind
        pl.tile.reshape(tile=t, shape=3)
        # error: tile-reshape-count
        pl.reshape(t, [1, 511])
        # error: tile-reshape-valid
        pl.reshape(part, [4, 128])
        # error: tile-shape-static
        pl.reshape(t, [n, 64])
        # error: tile-slice-tile-missing
        pl.tile.slice(shape=[1, 8], offset=[0, 0])
        # error: tile-slice-tile-kind
        pl.tile.slice(tile=x, shape=[1, 8], offset=[0, 0])
        # error: tile-slice-shape-missing
        pl.tile.slice(tile=t, offset=[0, 0])
        # error: tile-slice-shape-kind
        pl.tile.slice(tile=t, shape=3, offset=[0, 0])
        # error: tile-slice-shape-rank
        pl.tile.slice(tile=t, shape=[8], offset=[0, 0])
        # error: tile-slice-offset-missing
        pl.tile.slice(tile=t, shape=[1, 8])
        # error: tile-slice-offset-kind
        pl.tile.slice(tile=t, shape=[1, 8], offset=3)
        # error: tile-slice-offset-rank
        pl.tile.slice(tile=t, shape=[1, 8], offset=[0])
        # error: tile-slice-drop-dims-kind
        pl.tile.slice(tile=t, shape=[1, 8], offset=[0, 0], drop_dims=3)
        # error: tile-slice-bounds
        pl.tile.slice(t, [1, 8], [0, 60])
        # error: tile-slice-bounds
        v = t[8]
        # error: tile-slice-drop
        pl.tile.slice(t, [2, 8], [0, 0], drop_dims=[0])
        # error: tile-slice-rank
        pl.tile.slice(whole, [1, 8, 8], [0, 0, 0])
        # error: tile-transpose-tile-missing
        pl.tile.transpose(axis1=0, axis2=1)
        # error: tile-transpose-tile-kind
        pl.tile.transpose(tile=x, axis1=0, axis2=1)
        # error: tile-transpose-axis1-missing
        pl.tile.transpose(tile=t, axis2=1)
        # error: tile-transpose-axis1-kind
        pl.tile.transpose(tile=t, axis1=n, axis2=1)
        # error: tile-transpose-axis2-missing
        pl.tile.transpose(tile=t, axis1=0)
        # error: tile-transpose-axis2-kind
        pl.tile.transpose(tile=t, axis1=0, axis2=n)
        # error: tile-transpose-axes
        pl.transpose(t, 1, 1)
        # error: tile-transpose-axes
        pl.transpose(whole, 0, 1)
        # error: tile-move-tile-missing
        pl.tile.move(target_memory=pl.MemorySpace.Mat)
        # error: tile-move-tile-kind
        pl.tile.move(tile=x, target_memory=pl.MemorySpace.Mat)
        # error: tile-move-target-memory-missing
        pl.tile.move(tile=t)
        # error: tile-move-target-memory-kind
        pl.tile.move(tile=t, target_memory=pld.WaitCmp.Eq)
        # error: tile-move-memory
        pl.move(t, pl.MemorySpace.DDR)
        # error: tile-copy-tile-missing
        pl.tile.copy()
        # error: tile-copy-tile-kind
        pl.tile.copy(tile=x)
        # error: tile-slice-bounds
        pl.tile.slice(t, [1, 8], [0, 9223372036854775807])
        # error: tile-reshape-count
        pl.reshape(t, [4294967296, 64])
        # error: tile-reshape-count
        pl.reshape(t, [4294967296, 4294967296])
        # error: tile-reshape-count
        pl.reshape(t, [36028797018963968, 512])
