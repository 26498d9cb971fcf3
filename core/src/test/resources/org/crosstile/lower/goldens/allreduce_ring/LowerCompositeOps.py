# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def kernel(
            data: pl.InOut[pld.DistributedTensor[[1, 10], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
    ):
        pld.system.enter(data, sig, 'allreduce', 10, op=pld.ReduceOp.Sum, mode='ring')
        ctx = pld.system.get_comm_ctx(data)
        nranks = pld.system.nranks(ctx)
        n = pl.cast(nranks, pl.INDEX)
        rank = pld.system.rank(ctx)
        my = pl.cast(rank, pl.INDEX)
        left = (my - 1 + 4) % 4
        for step in pl.range(1, 4):
            row = step - 1
            segment = (my - step - 1 + 4) % 4
            begin = segment * 10 // 4
            length = (segment + 1) * 10 // 4 - begin
            for offset in pl.range(0, 3, 8):
                active = offset < length
                valid = pl.max(1, pl.min(8, length - offset))
                at = begin + offset
                generation = pl.cast(2 * (offset // 8) + 1, pl.INT32)
                for peer in pl.range(n):
                    if peer != my:
                        pld.system.notify(sig, peer, [row, my], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for peer_1 in pl.range(n):
                    if peer_1 != my:
                        pld.system.wait(sig, [row, peer_1], generation, cmp=pld.WaitCmp.Ge)
                if active:
                    recv = pld.tile.remote_load(data, left, [0, at], [1, 8], [1, valid])
                    padded = pl.tile.fillpad_inplace(recv)
                    own = pl.tile.load(data, [0, at], [1, 8], [1, valid])
                    padded_1 = pl.tile.fillpad_inplace(own)
                    acc = pl.tile.add(padded_1, padded)
                    out = pl.yield_(acc)
                else:
                    own_1 = pl.tile.load(data, [0, 0], [1, 8], [1, valid])
                    padded_2 = pl.tile.fillpad_inplace(own_1)
                    out = pl.yield_(padded_2)
                generation_1 = pl.cast(2 * (offset // 8) + 2, pl.INT32)
                for peer_2 in pl.range(n):
                    if peer_2 != my:
                        pld.system.notify(sig, peer_2, [row, my], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for peer_3 in pl.range(n):
                    if peer_3 != my:
                        pld.system.wait(sig, [row, peer_3], generation_1, cmp=pld.WaitCmp.Ge)
                if active:
                    narrow = pl.tile.set_validshape(out, 1, valid)
                    pl.tile.store(narrow, [0, at], data)
        for step_1 in pl.range(1, 4):
            row_1 = step_1 + 4 - 2
            segment_1 = (my - step_1 + 4) % 4
            begin_1 = segment_1 * 10 // 4
            length_1 = (segment_1 + 1) * 10 // 4 - begin_1
            for offset_1 in pl.range(0, 3, 8):
                active_1 = offset_1 < length_1
                valid_1 = pl.max(1, pl.min(8, length_1 - offset_1))
                at_1 = begin_1 + offset_1
                generation_2 = pl.cast(2 * (offset_1 // 8) + 1, pl.INT32)
                for peer_4 in pl.range(n):
                    if peer_4 != my:
                        pld.system.notify(sig, peer_4, [row_1, my], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for peer_5 in pl.range(n):
                    if peer_5 != my:
                        pld.system.wait(sig, [row_1, peer_5], generation_2, cmp=pld.WaitCmp.Ge)
                if active_1:
                    recv_1 = pld.tile.remote_load(data, left, [0, at_1], [1, 8], [1, valid_1])
                    padded_3 = pl.tile.fillpad_inplace(recv_1)
                    out_1 = pl.yield_(padded_3)
                else:
                    own_2 = pl.tile.load(data, [0, 0], [1, 8], [1, valid_1])
                    padded_4 = pl.tile.fillpad_inplace(own_2)
                    out_1 = pl.yield_(padded_4)
                generation_3 = pl.cast(2 * (offset_1 // 8) + 2, pl.INT32)
                for peer_6 in pl.range(n):
                    if peer_6 != my:
                        pld.system.notify(sig, peer_6, [row_1, my], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for peer_7 in pl.range(n):
                    if peer_7 != my:
                        pld.system.wait(sig, [row_1, peer_7], generation_3, cmp=pld.WaitCmp.Ge)
                if active_1:
                    narrow_1 = pl.tile.set_validshape(out_1, 1, valid_1)
                    pl.tile.store(narrow_1, [0, at_1], data)
        for row_2 in pl.range(6):
            for peer_8 in pl.range(n):
                if peer_8 != my:
                    pld.system.notify(sig, my, [row_2, peer_8], pl.const(-2, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        data_1 = data
