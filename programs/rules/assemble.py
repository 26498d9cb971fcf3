# Writing boxes of tensors.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class AssembleRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        row: pl.Tensor[[1, 64], pl.FP32],
        cube: pl.Tensor[[2, 8, 64], pl.FP32],
        longs: pl.Out[pl.Tensor[[8, 64], pl.INT64]],
        half: pl.Out[pl.Tensor[[8, 64], pl.FP16]],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        pl.assemble(y, t, [0, 0])
        pl.assemble(y, row, [n, 0])
        y[0:4, 0:64] = x[4:8, 0:64]
        win[0:8, 0:64] = x
        pl.tensor.assemble(y, x, [0, 0], atomic=pl.AtomicType.Add)
        l = pl.tile.full([8, 64], dtype=pl.INT64, value=0)
        # error: tensor-assemble-target-missing
        pl.tensor.assemble(source=x, offset=[0, 0])
        # error: tensor-assemble-target-kind
        pl.tensor.assemble(target=t, source=x, offset=[0, 0])
        # error: tensor-assemble-source-missing
        pl.tensor.assemble(target=y, offset=[0, 0])
        # error: tensor-assemble-source-kind
        pl.tensor.assemble(target=y, source=n, offset=[0, 0])
        # error: tensor-assemble-offset-missing
        pl.tensor.assemble(target=y, source=x)
        # error: tensor-assemble-offset-kind
        pl.tensor.assemble(target=y, source=x, offset=3)
        # error: tensor-assemble-offset-rank
        pl.tensor.assemble(target=y, source=x, offset=[0])
        # error: tensor-assemble-atomic-kind
        pl.tensor.assemble(target=y, source=x, offset=[0, 0], atomic=pld.WaitCmp.Eq)
        # error: tensor-assemble-bounds
        pl.assemble(y, x, [1, 0])
        # error: tensor-assemble-bounds
        y[4:8, 0:64] = x
        # error: tensor-assemble-dtype
        pl.assemble(half, x, [0, 0])
        # error: tensor-assemble-dtype
        pl.assemble(y, l, [0, 0])
        # error: tensor-assemble-rank
        pl.assemble(y, cube, [0, 0])
        # error: tensor-assemble-atomic-dtype
        pl.assemble(longs, l, [0, 0], atomic=pl.AtomicType.Add)
        # error: tensor-assemble-bounds
        pl.assemble(y, row, [9223372036854775807, 0])
