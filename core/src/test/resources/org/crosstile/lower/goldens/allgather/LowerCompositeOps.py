# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(
            row: pl.Tensor[[1, 64], pl.FP32],
            data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        pld.system.enter(data, sig, 'allgather', 256, 64)
        tput_stage = pl.tile.create([1, 64], pl.FP32)
        ctx = pld.system.get_comm_ctx(data)
        nranks = pld.system.nranks(ctx)
        n = pl.cast(nranks, pl.INDEX)
        rank = pld.system.rank(ctx)
        my = pl.cast(rank, pl.INDEX)
        pld.system.apart(row, data, 'row', 'data', my)
        for peer in pl.range(n):
            if peer != my:
                pld.system.notify(sig, peer, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_1 in pl.range(n):
            if peer_1 != my:
                pld.system.wait(sig, [peer_1, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
        for peer_2 in pl.range(n):
            pld.tile.put(data, peer_2, row, tput_stage, dst_offsets=[my, 0], src_offsets=[0, 0], shape=[1, 64])
        for peer_3 in pl.range(n):
            if peer_3 != my:
                pld.system.notify(sig, peer_3, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_4 in pl.range(n):
            if peer_4 != my:
                pld.system.wait(sig, [peer_4, 0], pl.const(2, pl.INT32), cmp=pld.WaitCmp.Ge)
        for peer_5 in pl.range(n):
            if peer_5 != my:
                pld.system.notify(sig, my, [peer_5, 0], pl.const(-2, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        data_1 = data
