# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(
            rows: pl.Tensor[[16, 64], pl.FP32],
            send: pl.Tensor[[4, 1], pl.INT32],
            data: pl.InOut[pld.DistributedTensor[[16, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        pld.system.enter(data, sig, 'all_to_all_v', 1024, 64)
        tput_stage = pl.tile.create([1, 64], pl.FP32)
        ctx = pld.system.get_comm_ctx(data)
        nranks = pld.system.nranks(ctx)
        n = pl.cast(nranks, pl.INDEX)
        rank = pld.system.rank(ctx)
        my = pl.cast(rank, pl.INDEX)
        pld.system.apart(rows, data, 'rows', 'data')
        for peer in pl.range(n):
            if peer != my:
                pld.system.notify(sig, peer, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_1 in pl.range(n):
            if peer_1 != my:
                pld.system.wait(sig, [peer_1, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
        for dest in pl.range(n):
            count = pl.tensor.read(send, [dest, 0])
            asked = pl.cast(count, pl.INDEX)
            rows_1 = pl.max(pl.min(asked, 4), 0)
            pld.system.report_rows(data, dest, asked, rows_1)
            pld.system.publish(recv, dest, [my, 0], pl.cast(rows_1, pl.INT32), op=pld.NotifyOp.Set)
            if rows_1 > 0:
                to = my * 4
                v = dest * 4
                pld.tile.put(data, dest, rows, tput_stage, dst_offsets=[to, 0], src_offsets=[v, 0], shape=[rows_1, 64])
        for peer_2 in pl.range(n):
            if peer_2 != my:
                pld.system.notify(sig, peer_2, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_3 in pl.range(n):
            if peer_3 != my:
                pld.system.wait(sig, [peer_3, 0], pl.const(2, pl.INT32), cmp=pld.WaitCmp.Ge)
        for peer_4 in pl.range(n):
            if peer_4 != my:
                pld.system.notify(sig, my, [peer_4, 0], pl.const(-2, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        data_1 = data
