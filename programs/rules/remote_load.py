# Reading a peer's window into a tile.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class RemoteLoadRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
        huge: pl.InOut[pld.DistributedTensor[[1024, 64], pl.FP32]],
        doubles: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP64]],
        cube: pl.InOut[pld.DistributedTensor[[2, 8, 64], pl.FP32]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        a = pld.tile.remote_load(win, peer, [0, 0], [8, 64])
        b = pld.remote_load(target=win, peer=peer, offsets=[n, 0], shape=[1, 64])
        c = pld.tile.remote_load(win, peer, [0, 0], [8, 64], [n, 64])
        d = pld.tile.remote_load(half, peer, [0, 0], [8, 64], [8, n], allow_physical_tail_padding=True)
        # error: remote-load-target-missing
        pld.tile.remote_load(peer=peer, offsets=[0, 0], shape=[8, 64])
        # error: remote-load-target-kind
        pld.tile.remote_load(target=x, peer=peer, offsets=[0, 0], shape=[8, 64])
        # error: remote-load-peer-missing
        pld.tile.remote_load(target=win, offsets=[0, 0], shape=[8, 64])
        # error: remote-load-peer-kind
        pld.tile.remote_load(target=win, peer=1.5, offsets=[0, 0], shape=[8, 64])
        # error: remote-load-offsets-missing
        pld.tile.remote_load(target=win, peer=peer, shape=[8, 64])
        # error: remote-load-offsets-kind
        pld.tile.remote_load(target=win, peer=peer, offsets=3, shape=[8, 64])
        # error: remote-load-offsets-rank
        pld.tile.remote_load(target=win, peer=peer, offsets=[0], shape=[8, 64])
        # error: remote-load-shape-missing
        pld.tile.remote_load(target=win, peer=peer, offsets=[0, 0])
        # error: remote-load-shape-kind
        pld.tile.remote_load(target=win, peer=peer, offsets=[0, 0], shape=3)
        # error: remote-load-shape-rank
        pld.tile.remote_load(target=win, peer=peer, offsets=[0, 0], shape=[0])
        # error: remote-load-valid-shape-kind
        pld.tile.remote_load(target=win, peer=peer, offsets=[0, 0], shape=[8, 64], valid_shape=3)
        # error: remote-load-valid-shape-rank
        pld.tile.remote_load(target=win, peer=peer, offsets=[0, 0], shape=[8, 64], valid_shape=[0])
        # error: remote-load-allow-physical-tail-padding-kind
        pld.tile.remote_load(target=win, peer=peer, offsets=[0, 0], shape=[8, 64], allow_physical_tail_padding=1)
        # error: remote-load-peer-negative
        pld.tile.remote_load(win, -1, [0, 0], [8, 64])
        # error: tile-shape-static
        pld.tile.remote_load(win, peer, [0, 0], [n, 64])
        # error: tile-shape-static
        pld.tile.remote_load(win, peer, [0, 0], [0, 64])
        # error: tile-too-large
        pld.tile.remote_load(huge, peer, [0, 0], [1024, 64])
        # error: tile-dtype
        pld.tile.remote_load(doubles, peer, [0, 0], [8, 64])
        # error: tile-valid-rectangle
        pld.tile.remote_load(cube, peer, [0, 0, 0], [2, 8, 64], [2, 3, 64])
        # error: remote-load-valid-negative
        pld.tile.remote_load(win, peer, [0, 0], [8, 64], [-1, 64])
        # error: remote-load-valid-larger
        pld.tile.remote_load(win, peer, [0, 0], [1, 64], [2, 64])
        # error: remote-load-bounds
        pld.tile.remote_load(win, peer, [0, 32], [8, 64])
        # error: remote-load-bounds
        pld.tile.remote_load(win, peer, [-1, 0], [1, 64])
        # error: remote-load-tail-padding
        pld.tile.remote_load(win, peer, [0, 0], [8, 64], allow_physical_tail_padding=True)
        # error: remote-load-bounds
        pld.tile.remote_load(win, peer, [0, 9223372036854775807], [8, 64])
        # error: peer-huge
        pld.tile.remote_load(win, 2147483648, [0, 0], [8, 64])
        # error: tile-too-large
        pld.tile.remote_load(win, peer, [0, 0], [4294967296, 4294967296])
