# pypto.program: Golden
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class Golden:
    @pl.function(type=pl.FunctionType.AIV, level=pl.Level.AIV, role=pl.Role.SubWorker)
    def kernel(
            x: pl.Tensor[[2, 3, 64], pl.FP32],
            data: pl.InOut[pld.DistributedTensor[[2, 3, 64], pl.FP32]],
            sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
            peer: pl.Scalar[pl.INT32],
            data_ctx: pld.CommCtxType,
            sig_ctx: pld.CommCtxType,
    ):
        pl.func_attr({"fences": 'explicit'})
        tput_stage_ping: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(0), pl.TileView(valid_shape=[4, 64])] = pl.tile.create([4, 64], pl.FP32)
        tput_stage_pong: pl.Tile[[4, 64], pl.FP32, pl.Mem.Vec, pl.MemRef(1024), pl.TileView(valid_shape=[4, 64])] = pl.tile.create([4, 64], pl.FP32)
        pld.tile.put(data, peer, x, tput_stage_ping, tput_stage_pong)
        pl.system.fence()
        pld.system.notify(sig, peer, [0, 0], pl.const(1, pl.INT32), op=pld.NotifyOp.AtomicAdd)
