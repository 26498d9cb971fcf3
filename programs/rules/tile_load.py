# Reading boxes into tiles.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileLoadRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        line: pl.Tensor[[64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        doubles: pl.Tensor[[8, 64], pl.FP64],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pl.load(x, [0, 0], [8, 64])
        pl.load(win, [n, 0], [1, 64])
        pl.load(line, [60], [4])
        pl.load(cube, [1, n, 0], [1, 8, 64], valid_shape=[1, n, 32])
        pl.load(x, [0, 60], [1, 16], valid_shape=[1, 4])
        pl.load(x, [0, 60], [1, 16], clamp=True)
        pl.load(x, offsets=[0, 0], shapes=[8, 64], target_memory=pl.MemorySpace.Mat)
        t = pl.load(x, [0, 0], [8, 64])
        # error: tile-load-tensor-missing
        pl.tile.load(offsets=[0, 0], shapes=[8, 64])
        # error: tile-load-tensor-kind
        pl.tile.load(tensor=t, offsets=[0, 0], shapes=[8, 64])
        # error: tile-load-offsets-missing
        pl.tile.load(tensor=x, shapes=[8, 64])
        # error: tile-load-offsets-kind
        pl.tile.load(tensor=x, offsets=3, shapes=[8, 64])
        # error: tile-load-offsets-rank
        pl.tile.load(tensor=x, offsets=[0], shapes=[8, 64])
        # error: tile-load-shapes-missing
        pl.tile.load(tensor=x, offsets=[0, 0])
        # error: tile-load-shapes-kind
        pl.tile.load(tensor=x, offsets=[0, 0], shapes=3)
        # error: tile-load-shapes-rank
        pl.tile.load(tensor=x, offsets=[0, 0], shapes=[64])
        # error: tile-load-valid-shape-kind
        pl.tile.load(tensor=x, offsets=[0, 0], shapes=[8, 64], valid_shape=3)
        # error: tile-load-valid-shape-rank
        pl.tile.load(tensor=x, offsets=[0, 0], shapes=[8, 64], valid_shape=[1])
        # error: tile-load-target-memory-kind
        pl.tile.load(tensor=x, offsets=[0, 0], shapes=[8, 64], target_memory=pld.WaitCmp.Eq)
        # error: tile-load-clamp-kind
        pl.tile.load(tensor=x, offsets=[0, 0], shapes=[8, 64], clamp=1)
        # error: tile-load-bounds
        pl.load(x, [0, 60], [1, 16])
        # error: tile-load-bounds
        pl.load(x, [8, 0], [1, 64])
        # error: tile-load-bounds
        pl.load(x, [-1, 0], [1, 64])
        # error: tile-load-bounds
        pl.load(win, [0, 0], [9, 64])
        # error: tile-load-bounds
        pl.load(x, [0, 60], [1, 16], valid_shape=[1, 5])
        # error: tile-load-valid-extent
        pl.load(x, [0, 0], [1, 16], valid_shape=[1, 17])
        # error: tile-load-valid-extent
        pl.load(x, [0, 0], [1, 16], valid_shape=[-1, 16])
        # error: tile-load-memory
        pl.load(x, [0, 0], [8, 64], target_memory=pl.MemorySpace.Acc)
        # error: tile-shape-static
        pl.load(x, [0, 0], [n, 64])
        # error: tile-shape-static
        pl.load(x, [0, 0], [0, 64])
        # error: tile-dtype
        pl.load(doubles, [0, 0], [8, 64])
        # error: tile-valid-rectangle
        pl.load(cube, [0, 0, 0], [2, 8, 64], valid_shape=[2, 7, 64])
        # error: tile-valid-rectangle
        pl.load(cube, [0, 0, 0], [2, 8, 64], valid_shape=[2, n, 64])
        # error: tile-load-bounds
        pl.load(x, [0, 9223372036854775807], [1, 64])
        # error: tile-load-bounds
        pl.load(win, [9223372036854775807, 0], [1, 64])
        # error: tile-load-bounds
        pl.load(x, [-9223372036854775808, 0], [1, 64], clamp=True)
        # error: tile-too-large
        pl.load(x, [0, 0], [1, 9223372036854775807])
        # error: tile-too-large
        pl.load(x, [0, 0], [4294967296, 4294967296], target_memory=pl.MemorySpace.Mat)
