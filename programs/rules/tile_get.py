# get with its staging tiles in sight.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TileGetRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        row: pl.Tensor[[1, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
        flat: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
        peer: pl.Scalar[pl.INT32],
    ):
        s = pl.tile.create([1, 64], dtype=pl.FP32)
        pld.tile.get(y, peer, win, s)
        pld.tile.get(y, peer, win, s, dst_offsets=[7, 0], src_offsets=[0, 0], shape=[1, 64])
        # error: tile-get-dst-missing
        pld.tile.get(peer=peer, src=win, stage=s)
        # error: tile-get-dst-kind
        pld.tile.get(dst=peer, peer=peer, src=win, stage=s)
        # error: tile-get-peer-missing
        pld.tile.get(dst=y, src=win, stage=s)
        # error: tile-get-peer-kind
        pld.tile.get(dst=y, peer=1.5, src=win, stage=s)
        # error: tile-get-src-missing
        pld.tile.get(dst=y, peer=peer, stage=s)
        # error: tile-get-src-kind
        pld.tile.get(dst=y, peer=peer, src=x, stage=s)
        # error: tile-get-stage-missing
        pld.tile.get(dst=y, peer=peer, src=win)
        # error: tile-get-stage-kind
        pld.tile.get(dst=y, peer=peer, src=win, stage=x)
        # error: tile-get-stage2-kind
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, stage2=x)
        # error: tile-get-dst-offsets-kind
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, dst_offsets=3, src_offsets=[0, 0], shape=[1, 64])
        # error: tile-get-dst-offsets-rank
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, dst_offsets=[0], src_offsets=[0, 0], shape=[1, 64])
        # error: tile-get-src-offsets-kind
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, dst_offsets=[0, 0], src_offsets=3, shape=[1, 64])
        # error: tile-get-src-offsets-rank
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, dst_offsets=[0, 0], src_offsets=[0], shape=[1, 64])
        # error: tile-get-shape-kind
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, dst_offsets=[0, 0], src_offsets=[0, 0], shape=3)
        # error: tile-get-shape-rank
        pld.tile.get(dst=y, peer=peer, src=win, stage=s, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0])
        # error: tile-get-dtype
        pld.tile.get(x, peer, half, s)
        # error: tile-get-dimensions
        pld.tile.get(x, peer, flat, s)
        # error: tile-get-extent-positive
        pld.tile.get(y, peer, win, s, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0, 64])
        # error: tile-get-same-shape
        pld.tile.get(row, peer, win, s)
        # error: tile-get-region-bounds
        pld.tile.get(y, peer, win, s, dst_offsets=[8, 0], src_offsets=[0, 0], shape=[1, 64])
        # error: tile-get-region-bounds
        pld.tile.get(y, peer, win, s, dst_offsets=[0, 0], src_offsets=[0, 32], shape=[1, 64])
        # error: tile-get-region-bounds
        pld.tile.get(y, peer, win, s, dst_offsets=[0, 0], src_offsets=[-1, 0], shape=[1, 64])
        # error: tile-get-peer-negative
        pld.tile.get(y, -1, win, s)
        # error: call-operand-group
        pld.tile.get(y, peer, win, s, dst_offsets=[0, 0])
        # error: call-unknown-keyword
        pld.tile.get(y, peer, win, s, atomic=pld.AtomicType.Add)
        big = pl.tile.create([16, 64], dtype=pl.FP32)
        u = pl.tile.create([1, 32], dtype=pl.FP32)
        # error: tile-get-stage
        pld.tile.get(y, peer, win, big)
        # error: tile-get-stage2
        pld.tile.get(y, peer, win, s, u)
