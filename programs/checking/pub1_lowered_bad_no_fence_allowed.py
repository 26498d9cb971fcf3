# expect: RACE
# ranks: 3
# flags: --allow unfenced-notify
# text: no fence
# pypto.program: put
"""What `crosstile lower programs/examples/put.py` gives, without the fence behind the put."""

import pypto.language as pl
import pypto.language.distributed as pld

NR = pl.dynamic("NR")


@pl.program
class put:
    @pl.function(type=pl.FunctionType.InCore, level=pl.Level.CHIP_DIE, role=pl.Role.SubWorker)
    def push(
            x: pl.Tensor[[1, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
            data_ctx: pld.CommCtxType,
            signal_ctx: pld.CommCtxType,
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        pl.func_attr({"fences": 'explicit'})
        t = pld.system.rank(data_ctx)
        t_1 = pld.system.nranks(data_ctx)
        right = (pl.cast(t, pl.INDEX) + 1) % pl.cast(t_1, pl.INDEX)
        tput_stage: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 64])] = pl.tile.create([1, 64], pl.FP32)
        pld.tile.put(data, right, x, tput_stage)
        pld.system.enter(signal, signal, 'barrier', 0)
        nranks = pld.system.nranks(signal_ctx)
        n = pl.cast(nranks, pl.INDEX)
        rank = pld.system.rank(signal_ctx)
        my = pl.cast(rank, pl.INDEX)
        for peer in pl.range(n):
            if peer != my:
                pld.system.notify(signal, peer, [my, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        for peer_1 in pl.range(n):
            if peer_1 != my:
                pld.system.wait(signal, [peer_1, 0], pl.const(1, pl.INT32), cmp=pld.WaitCmp.Ge)
                pl.system.cacheinvalid()
        for peer_2 in pl.range(n):
            if peer_2 != my:
                pld.system.notify(signal, my, [peer_2, 0], pl.const(-1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
        t_2: pl.Tile[[1, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[1, 64])] = pl.tile.load(data, [0, 0], [1, 64], [1, 64])
        t_3 = pl.tile.store(t_2, [0, 0], y)
        return t_3

    @pl.function(type=pl.FunctionType.Orchestration, level=pl.Level.CHIP, role=pl.Role.Orchestrator)
    def on_each_chip(
            self,
            x: pl.Tensor[[1, 64], pl.FP32],
            y: pl.Out[pl.Tensor[[1, 64], pl.FP32]],
            data: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
            signal: pl.InOut[pld.DistributedTensor[[NR, 1], pl.INT32]],
            data_ctx: pld.CommCtxType,
            signal_ctx: pld.CommCtxType,
    ) -> pl.Tensor[[1, 64], pl.FP32]:
        t = self.push(x, y, data, signal, data_ctx, signal_ctx, attrs={"arg_directions": [pl.adir.input, pl.adir.output_existing, pl.adir.inout, pl.adir.inout, pl.adir.scalar, pl.adir.scalar]})
        return t

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def put(self, x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 1, 64], pl.FP32]]):
        pl.func_attr({"comm_d0": ['all', ['data_buf', 'signal_buf']]})
        data_buf = pld.tensor.alloc_window_buffer(256)
        t = pld.system.world_size()
        signal_buf = pld.tensor.alloc_window_buffer(pl.cast(t, pl.INDEX) * 4)
        t_1 = pld.system.world_size()
        for r in pl.range(t_1):
            data = pld.tensor.window(data_buf, [1, 64], dtype=pl.FP32)
            t_2 = pld.system.world_size()
            signal: pld.DistributedTensor[[pld.system.world_size(), 1], pl.INT32, pl.TensorView()] = pld.tensor.window(signal_buf, [t_2, 1], dtype=pl.INT32)
            t_3 = pl.tensor.slice(x, [1, 1, 64], [r, 0, 0], drop_dims=[0])
            t_4 = pl.tensor.slice(y, [1, 1, 64], [r, 0, 0], drop_dims=[0])
            data_ctx = pld.system.get_comm_ctx(data)
            signal_ctx = pld.system.get_comm_ctx(signal)
            self.on_each_chip(t_3, t_4, data, signal, data_ctx, signal_ctx, device=r, attrs={"arg_directions": [pl.adir.input, pl.adir.inout, pl.adir.inout, pl.adir.inout, pl.adir.scalar, pl.adir.scalar]})
        pld.system.join()
