# What a kernel with cube and vector work is held to.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class MixedRules:
    @pl.function(type=pl.FunctionType.InCore)
    def regions(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        w: pl.Tensor[[64, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            e = pl.exp(pl.aiv_shard(c))
            if aiv_id == 0:
                pl.store(e, [0, 0], y)
                pld.tensor.put(win, peer, y)
                pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
            for p in pl.range(aiv_id, 4, 2):
                pld.system.notify(sig, p, [1, 0], 1, op=pld.NotifyOp.AtomicAdd)
            pld.system.notify(sig, peer, [2 + aiv_id, 0], 1, op=pld.NotifyOp.Set)
            pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: notify-undivided
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-undivided
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            pl.store(pl.load(x, [0, 0], [8, 64]), [0, 0], y)
            if peer > 0:
                pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: credit-before-cube
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            if aiv_id == 0:
                pld.system.notify(sig, pld.rank(pld.get_comm_ctx(sig)), [0, 0], -1, op=pld.NotifyOp.AtomicAdd)
        # error: notify-both-lanes
        pld.system.notify(sig, peer, [0, 0], 1, op=pld.NotifyOp.AtomicAdd)
        # error: split-aiv-form
        for aiv_id in pl.split_aiv(3, mode=pl.SplitMode.NONE):
            pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)
        # error: split-aiv-form
        for aiv_id in pl.split_aiv(2):
            pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)
        # error: split-aiv-form
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            for other in pl.split_aiv(2, mode=pl.SplitMode.NONE):
                pl.store(pl.load(x, [aiv_id, 0], [1, 64]), [aiv_id, 0], y)
        # error: split-aiv-form
        with pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pl.store(pl.load(x, [0, 0], [1, 64]), [0, 0], y)
        # error: split-aiv-cube
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pl.store(pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64])), [0, 0], y)
        # error: split-aiv-outside
        pl.store(pl.exp(pl.load(x, [0, 0], [8, 64])), [0, 0], y)
        # error: split-aiv-crossing
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.NONE):
            pl.store(pl.exp(c), [0, 0], y)
        # error: split-aiv-crossing
        pl.store(pl.aiv_shard(c), [0, 0], y)
        # error: split-aiv-halves
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            pl.store(pl.tile.reshape(pl.tile.reshape(pl.load(x, [0, 0], [8, 64]), [4, 128]), [8, 64]), [0, 0], y)
        # error: split-aiv-halves
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            pl.store(pl.add(pl.load(x, [0, 0], [8, 64]), pld.tile.remote_load(win, peer, [0, 0], [8, 64])), [0, 0], y)
        # error: split-aiv-halves
        for aiv_id in pl.split_aiv(2, mode=pl.SplitMode.UP_DOWN):
            pl.store(pl.add(pl.aiv_shard(c), pl.load(x, [0, 0], [4, 64])), [aiv_id * 4, 0], y)

    @pl.function(type=pl.FunctionType.InCore)
    def result(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        w: pl.Tensor[[64, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    ):
        c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, 0], [64, 64]))
        pl.store(pl.exp(c), [0, 0], y)
        # error: mixed-result
        return pl.read(x, [0, 0])

    @pl.function(type=pl.FunctionType.InCore)
    def scalar(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        w: pl.Tensor[[64, 64], pl.FP32],
        y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
    ):
        t = pl.load(x, [0, 0], [8, 64])
        s = pl.cast(pl.read(x, [0, 0]), pl.INDEX)
        # error: lane-scalar
        s = pl.cast(pl.read(t, [0, 0]), pl.INDEX)
        c = pl.matmul(pl.load(x, [0, 0], [8, 64]), pl.load(w, [0, s], [64, 64]))
        pl.store(pl.add(t, c), [0, 0], y)
