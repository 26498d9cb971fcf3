# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        pld.system.enter(sig, sig, 'barrier', 0)
        ctx = pld.system.get_comm_ctx(sig)
        nranks = pld.system.nranks(ctx)
        n = pl.cast(nranks, pl.INDEX)
        rank = pld.system.rank(ctx)
        my = pl.cast(rank, pl.INDEX)
        for peer in pl.range(n):
            if peer != my:
                pld.system.notify(sig, peer, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_1 in pl.range(n):
            if peer_1 != my:
                pld.system.wait(sig, [peer_1, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
        for peer_2 in pl.range(n):
            if peer_2 != my:
                pld.system.notify(sig, my, [peer_2, 0], pl.const(-1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
