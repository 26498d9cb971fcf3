# Writing a tile into a peer's window.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileRemoteStoreRules:
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
        t = pl.load(x, [0, 0], [8, 64])
        l = pl.load(long_x, [0, 0], [8, 64])
        c = pl.load(cube_x, [0, 0, 0], [2, 8, 64])
        v = pl.load(line, [0], [64])
        pld.tile.remote_store(t, win, peer, [0, 0])
        pld.remote_store(t, target=win, peer=peer, offsets=[0, 0], atomic=pld.AtomicType.Add)
        pld.tile.remote_store(t, cube, peer, [1, 0, 0])
        # error: tile-remote-store-src-missing
        pld.tile.remote_store(target=win, peer=peer, offsets=[0, 0])
        # error: tile-remote-store-src-kind
        pld.tile.remote_store(src=x, target=win, peer=peer, offsets=[0, 0])
        # error: tile-remote-store-target-missing
        pld.tile.remote_store(src=t, peer=peer, offsets=[0, 0])
        # error: tile-remote-store-target-kind
        pld.tile.remote_store(src=t, target=x, peer=peer, offsets=[0, 0])
        # error: tile-remote-store-peer-missing
        pld.tile.remote_store(src=t, target=win, offsets=[0, 0])
        # error: tile-remote-store-peer-kind
        pld.tile.remote_store(src=t, target=win, peer=1.5, offsets=[0, 0])
        # error: tile-remote-store-offsets-missing
        pld.tile.remote_store(src=t, target=win, peer=peer)
        # error: tile-remote-store-offsets-kind
        pld.tile.remote_store(src=t, target=win, peer=peer, offsets=3)
        # error: tile-remote-store-offsets-rank
        pld.tile.remote_store(src=t, target=win, peer=peer, offsets=[0])
        # error: tile-remote-store-atomic-kind
        pld.tile.remote_store(src=t, target=win, peer=peer, offsets=[0, 0], atomic=pld.WaitCmp.Eq)
        # error: tile-remote-store-dtype
        pld.tile.remote_store(t, half, peer, [0, 0])
        # error: tile-remote-store-src-dimensions
        pld.tile.remote_store(v, win, peer, [0, 0])
        # error: tile-remote-store-src-leading
        pld.tile.remote_store(c, cube, peer, [0, 0, 0])
        # error: tile-remote-store-target-dimensions
        pld.tile.remote_store(t, flat, peer, [0])
        # error: tile-remote-store-bounds
        pld.tile.remote_store(t, win, peer, [1, 0])
        # error: tile-remote-store-bounds
        pld.tile.remote_store(t, win, peer, [0, -1])
        # error: tile-remote-store-atomic-dtype
        pld.tile.remote_store(l, longs, peer, [0, 0], atomic=pld.AtomicType.Add)
        # error: tile-remote-store-peer-negative
        pld.tile.remote_store(t, win, -1, [0, 0])
