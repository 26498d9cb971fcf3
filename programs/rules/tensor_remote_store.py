# Writing a tensor into a peer's window.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TensorRemoteStoreRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        line: pl.Tensor[[64], pl.FP32],
        long_x: pl.Tensor[[8, 64], pl.INT64],
        cube_x: pl.Tensor[[2, 8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
        flat: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
        longs: pl.InOut[pld.DistributedTensor[[8, 64], pl.INT64]],
        cube: pl.InOut[pld.DistributedTensor[[2, 8, 64], pl.FP32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.remote_store(x, win, peer, [0, 0])
        pld.remote_store(x, target=win, peer=peer, offsets=[0, 0], atomic=pld.AtomicType.Add)
        pld.tensor.remote_store(x, cube, peer, [1, 0, 0])
        # error: tensor-remote-store-src-missing
        pld.tensor.remote_store(target=win, peer=peer, offsets=[0, 0])
        # error: tensor-remote-store-src-kind
        pld.tensor.remote_store(src=win, target=win, peer=peer, offsets=[0, 0])
        # error: tensor-remote-store-target-missing
        pld.tensor.remote_store(src=x, peer=peer, offsets=[0, 0])
        # error: tensor-remote-store-target-kind
        pld.tensor.remote_store(src=x, target=x, peer=peer, offsets=[0, 0])
        # error: tensor-remote-store-peer-missing
        pld.tensor.remote_store(src=x, target=win, offsets=[0, 0])
        # error: tensor-remote-store-peer-kind
        pld.tensor.remote_store(src=x, target=win, peer=1.5, offsets=[0, 0])
        # error: tensor-remote-store-offsets-missing
        pld.tensor.remote_store(src=x, target=win, peer=peer)
        # error: tensor-remote-store-offsets-kind
        pld.tensor.remote_store(src=x, target=win, peer=peer, offsets=3)
        # error: tensor-remote-store-offsets-rank
        pld.tensor.remote_store(src=x, target=win, peer=peer, offsets=[0])
        # error: tensor-remote-store-atomic-kind
        pld.tensor.remote_store(src=x, target=win, peer=peer, offsets=[0, 0], atomic=pld.WaitCmp.Eq)
        # error: tensor-remote-store-dtype
        pld.tensor.remote_store(x, half, peer, [0, 0])
        # error: tensor-remote-store-src-dimensions
        pld.tensor.remote_store(line, win, peer, [0, 0])
        # error: tensor-remote-store-src-leading
        pld.tensor.remote_store(cube_x, cube, peer, [0, 0, 0])
        # error: tensor-remote-store-target-dimensions
        pld.tensor.remote_store(x, flat, peer, [0])
        # error: tensor-remote-store-bounds
        pld.tensor.remote_store(x, win, peer, [1, 0])
        # error: tensor-remote-store-bounds
        pld.tensor.remote_store(x, win, peer, [0, -1])
        # error: tensor-remote-store-atomic-dtype
        pld.tensor.remote_store(long_x, longs, peer, [0, 0], atomic=pld.AtomicType.Add)
        # error: tensor-remote-store-peer-negative
        pld.tensor.remote_store(x, win, -1, [0, 0])
