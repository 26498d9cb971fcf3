# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(
            data: pl.InOut[pld.DistributedTensor[[1, 10000], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        pld.system.enter(data, sig, 'allreduce', 10000, op=pld.ReduceOp.Sum, mode='mesh')
        ctx = pld.system.get_comm_ctx(data)
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
        for offset in pl.range(0, 10000, 4096):
            valid = pl.min(4096, 10000 - offset)
            recv = pld.tile.remote_load(data, pl.const(0, pl.INT32), [0, offset], [1, 4096], [1, valid])
            padded = pl.tile.fillpad_inplace(recv)
            for peer_2, (carried,) in pl.range(1, n, init_values=(padded,)):
                recv_1 = pld.tile.remote_load(data, peer_2, [0, offset], [1, 4096], [1, valid])
                padded_1 = pl.tile.fillpad_inplace(recv_1)
                acc = pl.tile.add(carried, padded_1)
                out = pl.yield_(acc)
            generation = pl.cast(offset // 4096 + 2, pl.INT32)
            for peer_3 in pl.range(n):
                if peer_3 != my:
                    pld.system.notify(sig, peer_3, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
            for peer_4 in pl.range(n):
                if peer_4 != my:
                    pld.system.wait(sig, [peer_4, 0], generation, cmp=pld.WaitCmp.Ge)
            narrow = pl.tile.set_validshape(out, 1, valid)
            pl.tile.store(narrow, [0, offset], data)
        for peer_5 in pl.range(n):
            if peer_5 != my:
                pld.system.notify(sig, my, [peer_5, 0], pl.const(-4, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        data_1 = data
