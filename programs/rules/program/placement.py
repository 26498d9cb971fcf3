# Where operators may be called.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class PlacementRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        ctx = pld.get_comm_ctx(win)
        me = pld.rank(ctx)
        pld.tensor.barrier(sig)
        # error: operator-place
        pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: operator-place
        world = pld.world_size()
        # error: operator-place
        kernel_buf = pld.alloc_window_buffer(256)

    @pl.function(type=pl.FunctionType.AIV)
    def lane(self, x: pl.Tensor[[1, 64], pl.FP32]):
        t = pl.load(x, [0, 0], [1, 64])

    @pl.function(type=pl.FunctionType.Group)
    def group(self, x: pl.Tensor[[1, 64], pl.FP32]):
        self.lane(x)
        # error: group-lanes
        n = 1

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        x: pl.Tensor[[1, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        blocks: pl.Tensor[[4, 64], pl.FP32],
        rows: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
    ):
        ctx = pld.get_comm_ctx(win)
        me = pld.rank(ctx)
        n = pld.nranks(ctx)
        made = pl.create_tensor([1, 64], dtype=pl.FP32)
        self.kernel(made, win, sig)
        # error: operator-place
        pld.tensor.put(win, 0, x)
        # error: operator-place
        pld.tensor.get(win, 0, win)
        # error: operator-place
        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: operator-place
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: operator-place
        t = pl.load(x, [0, 0], [1, 64])
        # error: operator-place
        t = pld.tile.remote_load(win, 0, [0, 0], [1, 64])
        # error: operator-place
        pld.tensor.barrier(sig)
        # error: operator-place
        pld.tensor.broadcast(win, sig, root=0)
        # error: operator-place
        pld.tensor.allreduce(win, sig)
        # error: operator-place
        pld.tensor.reduce_scatter(rows, sig)
        # error: operator-place
        pld.tensor.allgather(x, rows, sig)
        # error: operator-place
        pld.tensor.all_to_all(blocks, rows, sig)
        # error: operator-place
        pld.remote_store(x, win, 0, [0, 0])
        # error: operator-place
        pld.tensor.remote_store(x, win, 0, [0, 0])
        # error: operator-place
        pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: operator-place
        world = pld.world_size()
        # error: operator-place
        chip_buf = pld.alloc_window_buffer(256)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 1, 64], pl.FP32], blocks: pl.Tensor[[4, 64], pl.FP32]):
        buf = pld.alloc_window_buffer(256)
        win = pld.window(buf, [1, 64], dtype=pl.FP32)
        sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
        rows_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        rows = pld.window(rows_buf, [4, 64], dtype=pl.FP32)
        for r in pl.range(pld.world_size()):
            self.chip(x[r], win, sig, blocks, rows, device=r)
        # error: operator-place
        ctx = pld.get_comm_ctx(win)
        # error: operator-place
        pld.tensor.put(win, 0, win)
        # error: operator-place
        pld.system.notify(sig, 0, [0, 0], 1, op=pld.NotifyOp.Set)
        # error: operator-place
        pld.system.wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
        # error: operator-place
        t = pld.tile.remote_load(win, 0, [0, 0], [1, 64])
        # error: operator-place
        pld.tensor.get(win, 0, win)
        # error: operator-place
        pld.remote_store(x[0], win, 0, [0, 0])
        # error: operator-place
        pld.tensor.remote_store(x[0], win, 0, [0, 0])
        # error: operator-place
        pld.system.defer_wait(sig, [0, 0], 1, cmp=pld.WaitCmp.Ge)
