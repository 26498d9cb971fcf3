# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld

CELLS = pl.dynamic("CELLS")
COLUMNS = pl.dynamic("COLUMNS")
RECEIVED = pl.dynamic("RECEIVED")
ROWS = pl.dynamic("ROWS")
SENT = pl.dynamic("SENT")


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def chip(
            self,
            rows: pl.Tensor[[16, 64], pl.FP32],
            send: pl.Tensor[[4, 1], pl.INT32],
            data: pl.InOut[pld.DistributedTensor[[16, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            data_ctx: pld.CommCtxType,
            sig_ctx: pld.CommCtxType,
            recv_ctx: pld.CommCtxType,
    ):
        self.__builtin_all_to_all_v__fp32(rows, data, sig, send, recv, data_ctx, sig_ctx, recv_ctx, attrs={"arg_directions": [pl.adir.input, pl.adir.inout, pl.adir.inout, pl.adir.input, pl.adir.inout, pl.adir.scalar, pl.adir.scalar, pl.adir.scalar]})

    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def __builtin_all_to_all_v__fp32(
            input: pl.Tensor[[ROWS, COLUMNS], pl.FP32],
            target: pl.InOut[pld.DistributedTensor[[ROWS, COLUMNS], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[CELLS, 1], pl.INT32]],
            send_counts: pl.Tensor[[SENT, 1], pl.INT32],
            recv_counts: pl.InOut[pld.DistributedTensor[[RECEIVED, 1], pl.INT32]],
            target_ctx: pld.CommCtxType,
            signal_ctx: pld.CommCtxType,
            recv_counts_ctx: pld.CommCtxType,
    ) -> pld.DistributedTensor[[ROWS, COLUMNS], pl.FP32]:
        pl.func_attr({"template": 'all_to_all_v'})
        size = ROWS * COLUMNS
        pld.system.enter(target, signal, 'all_to_all_v', size, COLUMNS)
        nranks = pld.system.nranks(target_ctx)
        n = pl.cast(nranks, pl.INDEX)
        rank = pld.system.rank(target_ctx)
        my = pl.cast(rank, pl.INDEX)
        pld.system.apart(input, target, 'input', 'target')
        most = ROWS // n
        elements = pl.tensor.view(input, [1, ROWS * COLUMNS])
        to = pl.tensor.view(target, [1, ROWS * COLUMNS])
        tput_stage: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 256])] = pl.tile.create([1, 256], pl.FP32)
        for peer in pl.range(n):
            if peer != my:
                pld.system.notify(signal, peer, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_1 in pl.range(n):
            if peer_1 != my:
                pld.system.wait(signal, [peer_1, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
        for dest in pl.range(n):
            count = pl.tensor.read(send_counts, [dest, 0])
            asked = pl.cast(count, pl.INDEX)
            rows = pl.max(pl.min(asked, most), 0)
            pld.system.report_rows(target, dest, asked, rows)
            pld.system.publish(recv_counts, dest, [my, 0], pl.cast(rows, pl.INT32), op=pld.NotifyOp.Set)
            source = dest * (most * COLUMNS)
            place = my * (most * COLUMNS)
            count_1 = rows * COLUMNS
            for at in pl.range(0, count_1, 256):
                pld.tile.put(to, dest, elements, tput_stage, dst_offsets=[0, place + at], src_offsets=[0, source + at], shape=[1, pl.min(256, count_1 - at)])
        for peer_2 in pl.range(n):
            if peer_2 != my:
                pld.system.notify(signal, peer_2, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_3 in pl.range(n):
            if peer_3 != my:
                pld.system.wait(signal, [peer_3, 0], pl.const(2, pl.INT32), cmp=pld.WaitCmp.Ge)
        for peer_4 in pl.range(n):
            if peer_4 != my:
                pld.system.notify(signal, my, [peer_4, 0], pl.const(-2, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        return target
