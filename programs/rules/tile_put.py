# put with its staging tiles in sight.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class TilePutRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        row: pl.Tensor[[1, 64], pl.FP32],
        long_x: pl.Tensor[[8, 64], pl.INT64],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        half: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP16]],
        flat: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
        longs: pl.InOut[pld.DistributedTensor[[8, 64], pl.INT64]],
        peer: pl.Scalar[pl.INT32],
    ):
        s = pl.tile.create([1, 64], dtype=pl.FP32)
        pld.tile.put(win, peer, x, s)
        pld.tile.put(win, peer, x, s, dst_offsets=[7, 0], src_offsets=[0, 0], shape=[1, 64])
        pld.tile.put(win, peer, x, s, atomic=pld.AtomicType.Add)
        # error: tile-put-dst-missing
        pld.tile.put(peer=peer, src=x, stage=s)
        # error: tile-put-dst-kind
        pld.tile.put(dst=x, peer=peer, src=x, stage=s)
        # error: tile-put-peer-missing
        pld.tile.put(dst=win, src=x, stage=s)
        # error: tile-put-peer-kind
        pld.tile.put(dst=win, peer=1.5, src=x, stage=s)
        # error: tile-put-src-missing
        pld.tile.put(dst=win, peer=peer, stage=s)
        # error: tile-put-src-kind
        pld.tile.put(dst=win, peer=peer, src=peer, stage=s)
        # error: tile-put-stage-missing
        pld.tile.put(dst=win, peer=peer, src=x)
        # error: tile-put-stage-kind
        pld.tile.put(dst=win, peer=peer, src=x, stage=x)
        # error: tile-put-stage2-kind
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, stage2=x)
        # error: tile-put-dst-offsets-kind
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, dst_offsets=3, src_offsets=[0, 0], shape=[1, 64])
        # error: tile-put-dst-offsets-rank
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, dst_offsets=[0], src_offsets=[0, 0], shape=[1, 64])
        # error: tile-put-src-offsets-kind
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, dst_offsets=[0, 0], src_offsets=3, shape=[1, 64])
        # error: tile-put-src-offsets-rank
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, dst_offsets=[0, 0], src_offsets=[0], shape=[1, 64])
        # error: tile-put-shape-kind
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, dst_offsets=[0, 0], src_offsets=[0, 0], shape=3)
        # error: tile-put-shape-rank
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0])
        # error: tile-put-atomic-kind
        pld.tile.put(dst=win, peer=peer, src=x, stage=s, atomic=pld.WaitCmp.Eq)
        # error: tile-put-dtype
        pld.tile.put(half, peer, x, s)
        # error: tile-put-dimensions
        pld.tile.put(flat, peer, x, s)
        # error: tile-put-extent-positive
        pld.tile.put(win, peer, x, s, dst_offsets=[0, 0], src_offsets=[0, 0], shape=[0, 64])
        # error: tile-put-same-shape
        pld.tile.put(win, peer, row, s)
        # error: tile-put-region-bounds
        pld.tile.put(win, peer, x, s, dst_offsets=[8, 0], src_offsets=[0, 0], shape=[1, 64])
        # error: tile-put-region-bounds
        pld.tile.put(win, peer, x, s, dst_offsets=[0, 0], src_offsets=[0, 32], shape=[1, 64])
        # error: tile-put-region-bounds
        pld.tile.put(win, peer, x, s, dst_offsets=[0, 0], src_offsets=[-1, 0], shape=[1, 64])
        # error: tile-put-peer-negative
        pld.tile.put(win, -1, x, s)
        # error: call-operand-group
        pld.tile.put(win, peer, x, s, dst_offsets=[0, 0])
        l = pl.tile.create([1, 64], dtype=pl.INT64)
        # error: tile-put-atomic-dtype
        pld.tile.put(longs, peer, long_x, l, atomic=pld.AtomicType.Add)
        big = pl.tile.create([16, 64], dtype=pl.FP32)
        u = pl.tile.create([1, 32], dtype=pl.FP32)
        # error: tile-put-stage
        pld.tile.put(win, peer, x, big)
        # error: tile-put-stage2
        pld.tile.put(win, peer, x, s, u)
