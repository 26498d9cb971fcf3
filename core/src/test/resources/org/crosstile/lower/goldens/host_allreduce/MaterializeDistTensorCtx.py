# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld

CELLS = pl.dynamic("CELLS")
ELEMENTS = pl.dynamic("ELEMENTS")
LANES = pl.dynamic("LANES")


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def kernel(data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]], data_ctx: pld.CommCtxType):
        t: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 64])] = pl.tile.load(data, [0, 0], [1, 64], [1, 64])
        t_1: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 64])] = pl.tile.add(t, 1.0)
        pl.tile.store(t_1, [0, 0], data)

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def chip(self, data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]], data_ctx: pld.CommCtxType):
        self.kernel(data, data_ctx, attrs={"arg_directions": [pl.adir.inout, pl.adir.scalar]})

    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Orchestrator)
    def builtin_tensor_allreduce__sum__fp32(
            self,
            target: pl.InOut[pld.DistributedTensor[[ELEMENTS], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[CELLS, LANES], pl.INT32]],
            target_ctx: pld.CommCtxType,
            signal_ctx: pld.CommCtxType,
    ):
        pld.system.enter(target, signal, 'allreduce', ELEMENTS, op=pld.ReduceOp.Sum, mode='mesh')
        block = pl.tile.get_block_idx()
        cores = pl.tile.get_block_num()
        active = pl.min(cores, LANES)
        if block < active:
            nranks = pld.system.nranks(target_ctx)
            n = pl.cast(nranks, pl.INDEX)
            rank = pld.system.rank(target_ctx)
            my = pl.cast(rank, pl.INDEX)
            view = pl.tensor.view(target, [1, ELEMENTS])
            tiles = (ELEMENTS + 255) // 256
            mine = pl.max((tiles - block + active - 1) // active, 0)
            for peer in pl.range(n):
                if peer != my:
                    pld.system.notify(signal, peer, [my, block], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
            for peer_1 in pl.range(n):
                if peer_1 != my:
                    pld.system.wait(signal, [peer_1, block], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
            for turn in pl.range(mine):
                offset = (block + turn * active) * 256
                valid = pl.min(256, ELEMENTS - offset)
                recv: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, valid])] = pld.tile.remote_load(view, pl.const(0, pl.INT32), [0, offset], [1, 256], [1, valid])
                padded: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 256])] = pl.tile.fillpad_inplace(recv)
                for peer_2, (carried,) in pl.range(1, n, init_values=(padded,)):
                    recv_1: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(1024), pl.TileView(valid_shape=[1, valid])] = pld.tile.remote_load(view, peer_2, [0, offset], [1, 256], [1, valid])
                    padded_1: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(1024), pl.TileView(valid_shape=[1, 256])] = pl.tile.fillpad_inplace(recv_1)
                    acc: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 256])] = pl.tile.add(carried, padded_1)
                    out = pl.yield_(acc)
                generation = pl.cast(turn + 2, pl.INT32)
                for peer_3 in pl.range(n):
                    if peer_3 != my:
                        pld.system.notify(signal, peer_3, [my, block], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for peer_4 in pl.range(n):
                    if peer_4 != my:
                        pld.system.wait(signal, [peer_4, block], generation, cmp=pld.WaitCmp.Ge)
                narrow: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, valid])] = pl.tile.set_validshape(out, 1, valid)
                pl.tile.store(narrow, [0, offset], view)
            credits = pl.cast(mine + 1, pl.INT32)
            for peer_5 in pl.range(n):
                if peer_5 != my:
                    pld.system.notify(signal, my, [peer_5, block], -credits, op=pld.NotifyOp.AtomicAdd)

    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.Orchestrator)
    def builtin_tensor_allreduce__max__fp32(
            self,
            target: pl.InOut[pld.DistributedTensor[[ELEMENTS], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[CELLS, LANES], pl.INT32]],
            target_ctx: pld.CommCtxType,
            signal_ctx: pld.CommCtxType,
    ):
        pld.system.enter(target, signal, 'allreduce', ELEMENTS, op=pld.ReduceOp.Max, mode='mesh')
        block = pl.tile.get_block_idx()
        cores = pl.tile.get_block_num()
        active = pl.min(cores, LANES)
        if block < active:
            nranks = pld.system.nranks(target_ctx)
            n = pl.cast(nranks, pl.INDEX)
            rank = pld.system.rank(target_ctx)
            my = pl.cast(rank, pl.INDEX)
            view = pl.tensor.view(target, [1, ELEMENTS])
            tiles = (ELEMENTS + 255) // 256
            mine = pl.max((tiles - block + active - 1) // active, 0)
            for peer in pl.range(n):
                if peer != my:
                    pld.system.notify(signal, peer, [my, block], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
            for peer_1 in pl.range(n):
                if peer_1 != my:
                    pld.system.wait(signal, [peer_1, block], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
            for turn in pl.range(mine):
                offset = (block + turn * active) * 256
                valid = pl.min(256, ELEMENTS - offset)
                recv: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, valid])] = pld.tile.remote_load(view, pl.const(0, pl.INT32), [0, offset], [1, 256], [1, valid])
                padded: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 256])] = pl.tile.fillpad_inplace(recv)
                for peer_2, (carried,) in pl.range(1, n, init_values=(padded,)):
                    recv_1: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(1024), pl.TileView(valid_shape=[1, valid])] = pld.tile.remote_load(view, peer_2, [0, offset], [1, 256], [1, valid])
                    padded_1: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(1024), pl.TileView(valid_shape=[1, 256])] = pl.tile.fillpad_inplace(recv_1)
                    acc: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 256])] = pl.tile.maximum(carried, padded_1)
                    out = pl.yield_(acc)
                generation = pl.cast(turn + 2, pl.INT32)
                for peer_3 in pl.range(n):
                    if peer_3 != my:
                        pld.system.notify(signal, peer_3, [my, block], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
                for peer_4 in pl.range(n):
                    if peer_4 != my:
                        pld.system.wait(signal, [peer_4, block], generation, cmp=pld.WaitCmp.Ge)
                narrow: pl.Tile[[1, 256], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, valid])] = pl.tile.set_validshape(out, 1, valid)
                pl.tile.store(narrow, [0, offset], view)
            credits = pl.cast(mine + 1, pl.INT32)
            for peer_5 in pl.range(n):
                if peer_5 != my:
                    pld.system.notify(signal, my, [peer_5, block], -credits, op=pld.NotifyOp.AtomicAdd)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self):
        pl.func_attr({"comm_d0": ['all', ['all_buf', '__allreduce_signal_buf_0']], "comm_d1": [[0, 1], ['pair_buf', '__allreduce_signal_buf_1']]})
        all_buf = pld.tensor.alloc_window_buffer(256)
        all = pld.tensor.window(all_buf, [1, 64], dtype=pl.FP32)
        pair_buf = pld.tensor.alloc_window_buffer(256)
        pair = pld.tensor.window(pair_buf, [1, 64], dtype=pl.FP32)
        t = pld.system.world_size()
        for r in pl.range(t):
            all_ctx = pld.system.get_comm_ctx(all)
            self.chip(all, all_ctx, device=r, attrs={"arg_directions": [pl.adir.inout, pl.adir.scalar]})
        pld.system.join()
        for r_1 in pl.range(2):
            pair_ctx = pld.system.get_comm_ctx(pair)
            self.chip(pair, pair_ctx, device=r_1, attrs={"arg_directions": [pl.adir.inout, pl.adir.scalar]})
        pld.system.join()
        __allreduce_signal_world_size_0 = pld.system.world_size()
        __allreduce_signal_buf_0 = pld.tensor.alloc_window_buffer(__allreduce_signal_world_size_0 * pl.const(8, pl.INT64))
        __allreduce_signal_0 = pld.tensor.window(__allreduce_signal_buf_0, [__allreduce_signal_world_size_0, 2], dtype=pl.INT32)
        world = pld.system.world_size()
        for r_2 in pl.range(world):
            all_ctx_1 = pld.system.get_comm_ctx(all)
            __allreduce_signal_0_ctx = pld.system.get_comm_ctx(__allreduce_signal_0)
            self.builtin_tensor_allreduce__sum__fp32(all, __allreduce_signal_0, all_ctx_1, __allreduce_signal_0_ctx, device=r_2, attrs={"arg_directions": [pl.adir.inout, pl.adir.inout, pl.adir.scalar, pl.adir.scalar], "core_num": 2})
        pld.system.join()
        __allreduce_signal_world_size_1 = pld.system.world_size()
        __allreduce_signal_buf_1 = pld.tensor.alloc_window_buffer(__allreduce_signal_world_size_1 * pl.const(4, pl.INT64))
        __allreduce_signal_1 = pld.tensor.window(__allreduce_signal_buf_1, [__allreduce_signal_world_size_1, 1], dtype=pl.INT32)
        pair_ctx_1 = pld.system.get_comm_ctx(pair)
        __allreduce_signal_1_ctx = pld.system.get_comm_ctx(__allreduce_signal_1)
        self.builtin_tensor_allreduce__max__fp32(pair, __allreduce_signal_1, pair_ctx_1, __allreduce_signal_1_ctx, device=0, attrs={"arg_directions": [pl.adir.inout, pl.adir.inout, pl.adir.scalar, pl.adir.scalar]})
        self.builtin_tensor_allreduce__max__fp32(pair, __allreduce_signal_1, pair_ctx_1, __allreduce_signal_1_ctx, device=1, attrs={"arg_directions": [pl.adir.inout, pl.adir.inout, pl.adir.scalar, pl.adir.scalar]})
        pld.system.join()
