# What goes from one side of a core group to the other.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class LaneRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        w: pl.Tensor[[64, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        n: pl.Scalar[pl.INDEX],
    ):
        c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))
        c = pl.matmul_acc(c, pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))
        a = pl.load(x, [0, 0], [8, 64])
        # error: tile-matmul-acc-sums
        pl.matmul_acc(c, pl.load(x, [0, 0], [4, 64]), pl.load(w, [0, 0], [64, 64]))
        # error: tile-matmul-acc-acc-missing
        pl.tile.matmul_acc(lhs=a, rhs=a)
        # error: tile-matmul-acc-acc-kind
        pl.tile.matmul_acc(x, a, a)
        # error: tile-matmul-acc-lhs-missing
        pl.tile.matmul_acc(c, rhs=a)
        # error: tile-matmul-acc-lhs-kind
        pl.tile.matmul_acc(c, n, a)
        # error: tile-matmul-acc-rhs-missing
        pl.tile.matmul_acc(c, a)
        # error: tile-matmul-acc-rhs-kind
        pl.tile.matmul_acc(c, a, w)
        odd = pl.tile.slice(c, [7, 64], [0, 0])
        part = pl.load(x, [0, 0], [4, 64], valid_shape=[3, 64])
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            h = pl.aiv_shard(c)
            g = pl.aic_gather(pl.add(h, 1.0))
            pl.aiv_shard(odd, split=pl.SplitMode.LEFT_RIGHT)
            # error: tile-aiv-shard-halves
            pl.aiv_shard(odd)
            # error: tile-aic-gather-halves
            pl.aic_gather(part)
            # error: tile-aiv-shard-tile-missing
            pl.aiv_shard()
            # error: tile-aiv-shard-tile-kind
            pl.tile.aiv_shard(x)
            # error: tile-aiv-shard-split-kind
            pl.tile.aiv_shard(c, split=n)
            # error: tile-aic-gather-tile-missing
            pl.aic_gather()
            # error: tile-aic-gather-tile-kind
            pl.tile.aic_gather(n)
            # error: tile-aic-gather-split-kind
            pl.tile.aic_gather(h, split=n)
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pl.aiv_shard(odd)
            pl.aic_gather(part)
        pl.tile.get_subblock_idx()
        pl.system.syncall(core_type="mix")
        pl.system.syncall(core_type="aic_only")
        pl.system.syncall(core_type="aiv_only")
        # error: system-syncall-core-type-missing
        pl.system.syncall()
        # error: system-syncall-core-type-kind
        pl.system.syncall(core_type="all")
        pl.system.sync_set("aic")
        pl.system.sync_wait(core_type="aiv")
        # error: system-sync-set-core-type-missing
        pl.system.sync_set()
        # error: system-sync-set-core-type-kind
        pl.system.sync_set("mix")
        # error: system-sync-wait-core-type-missing
        pl.system.sync_wait()
        # error: system-sync-wait-core-type-kind
        pl.system.sync_wait(core_type=n)
        pl.tile.tpush_to_aiv(c, split=pl.SplitMode.UP_DOWN)
        # error: tile-tpush-to-aiv-tile-missing
        pl.tile.tpush_to_aiv()
        # error: tile-tpush-to-aiv-tile-kind
        pl.tile.tpush_to_aiv(x)
        # error: tile-tpush-to-aiv-split-kind
        pl.tile.tpush_to_aiv(c, split=n)
        pl.tile.tpush_to_aic(part)
        # error: tile-tpush-to-aic-tile-missing
        pl.tile.tpush_to_aic()
        # error: tile-tpush-to-aic-tile-kind
        pl.tile.tpush_to_aic(n)
        # error: tile-tpush-to-aic-split-kind
        pl.tile.tpush_to_aic(part, split=n)
        pl.tile.tpop_from_aic([8, 64], pl.FP32, [n, 64])
        # error: tile-tpop-from-aic-shape-missing
        pl.tile.tpop_from_aic(dtype=pl.FP32)
        # error: tile-tpop-from-aic-shape-kind
        pl.tile.tpop_from_aic(8, pl.FP32)
        # error: tile-tpop-from-aic-dtype-missing
        pl.tile.tpop_from_aic([8, 64])
        # error: tile-tpop-from-aic-dtype-kind
        pl.tile.tpop_from_aic([8, 64], n)
        # error: tile-tpop-from-aic-valid-shape-kind
        pl.tile.tpop_from_aic([8, 64], pl.FP32, 3)
        # error: tile-tpop-from-aic-split-kind
        pl.tile.tpop_from_aic([8, 64], pl.FP32, split=n)
        pl.tile.tpop_from_aiv([8, 64], pl.FP32)
        # error: tile-tpop-from-aiv-shape-missing
        pl.tile.tpop_from_aiv(dtype=pl.FP32)
        # error: tile-tpop-from-aiv-shape-kind
        pl.tile.tpop_from_aiv(n, pl.FP32)
        # error: tile-tpop-from-aiv-dtype-missing
        pl.tile.tpop_from_aiv([8, 64])
        # error: tile-tpop-from-aiv-dtype-kind
        pl.tile.tpop_from_aiv([8, 64], x)
        # error: tile-tpop-from-aiv-valid-shape-kind
        pl.tile.tpop_from_aiv([8, 64], pl.FP32, n)
        # error: tile-tpop-from-aiv-split-kind
        pl.tile.tpop_from_aiv([8, 64], pl.FP32, split=n)
        # error: tile-shape-static
        pl.tile.tpop_from_aiv([n, 64], pl.FP32)
