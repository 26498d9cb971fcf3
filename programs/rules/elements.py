# Single elements of tensors and tiles.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class ElementsRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        cells: pl.InOut[pl.Tensor[[4, 1], pl.INT32]],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        doubles: pl.Tensor[[8, 64], pl.FP64],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
        f: pl.Scalar[pl.FP32],
        i: pl.Scalar[pl.INT32],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        whole = pl.load(cube, [0, 0, 0], [2, 8, 64])
        a = pl.read(x, [n, 63])
        c = pl.read(t, [0, n])
        d = pl.read(win, [0, 0])
        pl.write(y, [0, n], f)
        pl.write(cells, [3, 0], i)
        pl.write(cells, [0, 0], pl.const(5, pl.INT32))
        pl.write(y, [0, 0], 1.0)
        e = pl.tile.write(t, [0, 0], f)
        # error: tensor-read-tensor-missing
        v = pl.tensor.read(indices=[0, 0])
        # error: tensor-read-tensor-kind
        v = pl.tensor.read(tensor=t, indices=[0, 0])
        # error: tensor-read-indices-missing
        v = pl.tensor.read(tensor=x)
        # error: tensor-read-indices-kind
        v = pl.tensor.read(tensor=x, indices=3)
        # error: tensor-read-indices-rank
        v = pl.tensor.read(tensor=x, indices=[0])
        # error: tensor-read-bounds
        v = pl.read(x, [8, 0])
        # error: tensor-read-bounds
        v = pl.read(x, [0, -1])
        # error: tensor-dtype
        v = pl.read(doubles, [0, 0])
        # error: tile-read-tile-missing
        v = pl.tile.read(indices=[0, 0])
        # error: tile-read-tile-kind
        v = pl.tile.read(tile=x, indices=[0, 0])
        # error: tile-read-indices-missing
        v = pl.tile.read(tile=t)
        # error: tile-read-indices-kind
        v = pl.tile.read(tile=t, indices=3)
        # error: tile-read-indices-rank
        v = pl.tile.read(tile=t, indices=[0])
        # error: tile-read-bounds
        v = pl.read(t, [0, 64])
        # error: tile-read-rank
        v = pl.read(whole, [0, 0, 0])
        # error: tensor-write-tensor-missing
        pl.tensor.write(indices=[0, 0], value=f)
        # error: tensor-write-tensor-kind
        pl.tensor.write(tensor=t, indices=[0, 0], value=f)
        # error: tensor-write-indices-missing
        pl.tensor.write(tensor=y, value=f)
        # error: tensor-write-indices-kind
        pl.tensor.write(tensor=y, indices=3, value=f)
        # error: tensor-write-indices-rank
        pl.tensor.write(tensor=y, indices=[0], value=f)
        # error: tensor-write-value-missing
        pl.tensor.write(tensor=y, indices=[0, 0])
        # error: tensor-write-value-kind
        pl.tensor.write(tensor=y, indices=[0, 0], value=[1])
        # error: tensor-write-bounds
        pl.write(y, [8, 0], f)
        # error: tensor-write-value-dtype
        pl.write(cells, [0, 0], 5)
        # error: tensor-write-value-dtype
        pl.write(cells, [0, 0], i + 1)
        # error: tensor-write-value-dtype
        pl.write(y, [0, 0], i)
        # error: tile-write-tile-missing
        w = pl.tile.write(indices=[0, 0], value=f)
        # error: tile-write-tile-kind
        w = pl.tile.write(tile=x, indices=[0, 0], value=f)
        # error: tile-write-indices-missing
        w = pl.tile.write(tile=t, value=f)
        # error: tile-write-indices-kind
        w = pl.tile.write(tile=t, indices=3, value=f)
        # error: tile-write-indices-rank
        w = pl.tile.write(tile=t, indices=[0], value=f)
        # error: tile-write-value-missing
        w = pl.tile.write(tile=t, indices=[0, 0])
        # error: tile-write-value-kind
        w = pl.tile.write(tile=t, indices=[0, 0], value=[1])
        # error: tile-write-bounds
        w = pl.tile.write(t, [8, 0], f)
        # error: tile-write-value-dtype
        w = pl.tile.write(t, [0, 0], 1)
        # error: tile-write-rank
        w = pl.tile.write(whole, [0, 0, 0], f)
        # error: tensor-read-bounds
        v = pl.read(x, [0, 9223372036854775807])
        # error: tile-read-bounds
        v = pl.read(t, [9223372036854775807, 0])
