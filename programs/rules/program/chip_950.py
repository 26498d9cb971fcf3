# What a 950 cannot do and a 910B can. The rules are applied for a 950.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Chip950Rules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        brain_x: pl.Tensor[[8, 64], pl.BF16],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        brain: pl.InOut[pld.DistributedTensor[[8, 64], pl.BF16]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.put(win, peer, x, atomic=pld.AtomicType.Add)
        pld.tensor.put(brain, peer, brain_x)
        pld.remote_store(pl.load(brain_x, [0, 0], [8, 64]), brain, peer, [0, 0])
        # error: atomic-bf16-chip
        pld.tensor.put(brain, peer, brain_x, atomic=pld.AtomicType.Add)
        # error: atomic-bf16-chip
        pld.remote_store(pl.load(brain_x, [0, 0], [8, 64]), brain, peer, [0, 0], atomic=pld.AtomicType.Add)
        # error: atomic-bf16-chip
        pld.remote_store(brain_x, brain, peer, [0, 0], atomic=pld.AtomicType.Add)
