# Collectives of a host orchestrator: what only shows when they are lowered.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class HostCollectiveRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        data: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]],
        blocks: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]],
        cells: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        one_cell: pl.InOut[pld.DistributedTensor[[1], pl.INT32]],
    ):
        pl.store(pl.load(blocks, [0, 0], [2, 64]), [0, 0], data)

    @pl.function(type=pl.FunctionType.InCore)
    def wide_kernel(self, wide_cells: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        pl.write(wide_cells, [0, 0], pl.read(wide_cells, [1, 0]))

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        data: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]],
        blocks: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]],
        cells: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        one_cell: pl.InOut[pld.DistributedTensor[[1], pl.INT32]],
    ):
        self.kernel(data, blocks, cells, send, one_cell)

    @pl.function(type=pl.FunctionType.InCore)
    def rows_kernel(self, row: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        pl.store(pl.load(row, [0, 0], [1, 64]), [0, 0], row)

    @pl.function(type=pl.FunctionType.Orchestration)
    def rows(self, row: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]]):
        self.rows_kernel(row)

    @pl.function(type=pl.FunctionType.Orchestration)
    def wide(self, wide_cells: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        self.wide_kernel(wide_cells)

    @pl.function(type=pl.FunctionType.InCore)
    def builtin_tensor_allgather__fp32(self, wide_cells: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]]):
        pl.write(wide_cells, [0, 0], pl.read(wide_cells, [1, 0]))

    @pl.function(type=pl.FunctionType.InCore)
    def many_kernel(
        self,
        much: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        rounds: pl.InOut[pld.DistributedTensor[[33, 17], pl.INT32]],
    ):
        pl.store(pl.load(much, [0, 0], [1, 64]), [0, 0], much)
        pl.write(rounds, [0, 0], pl.read(rounds, [1, 0]))

    @pl.function(type=pl.FunctionType.Orchestration)
    def many(
        self,
        much: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        rounds: pl.InOut[pld.DistributedTensor[[33, 17], pl.INT32]],
    ):
        self.many_kernel(much, rounds)

    @pl.function(type=pl.FunctionType.Orchestration)
    def exchange(
        self,
        blocks: pl.Tensor[[2, 64], pl.FP32],
        data: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]],
        cells: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        send: pl.Tensor[[2, 1], pl.INT32],
        recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
    ):
        made = pl.create_tensor([2, 64], dtype=pl.FP32)
        pld.tensor.all_to_all_v(blocks, data, cells, send, recv)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, foreign: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]]):
        data_buf = pld.alloc_window_buffer([2, 64], dtype=pl.FP32)
        data = pld.window(data_buf, [2, 64], dtype=pl.FP32)
        blocks_buf = pld.alloc_window_buffer([2, 64], dtype=pl.FP32)
        blocks = pld.window(blocks_buf, [2, 64], dtype=pl.FP32)
        blocks_again = pld.window(blocks_buf, [2, 64], dtype=pl.FP32)
        cells_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
        cells = pld.window(cells_buf, [2, 1], dtype=pl.INT32)
        wide_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        wide_cells = pld.window(wide_buf, [4, 1], dtype=pl.INT32)
        one_buf = pld.alloc_window_buffer([1], dtype=pl.INT32)
        one_cell = pld.window(one_buf, [1], dtype=pl.INT32)
        send_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
        send = pld.window(send_buf, [2, 1], dtype=pl.INT32)
        for r in pl.range(2):
            self.chip(data, blocks, cells, send, one_cell, device=r)
        for r in pl.range(4):
            self.wide(wide_cells, device=r)
        much_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        much = pld.window(much_buf, [1, 64], dtype=pl.FP32)
        rounds_buf = pld.alloc_window_buffer([33, 17], dtype=pl.INT32)
        rounds = pld.window(rounds_buf, [33, 17], dtype=pl.INT32)
        for r in pl.range(17):
            self.many(much, rounds, device=r)
        recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
        recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)
        row_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        row = pld.window(row_buf, [1, 64], dtype=pl.FP32)
        idle_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
        idle_cells = pld.window(idle_buf, [2, 1], dtype=pl.INT32)
        for r in pl.range(2):
            self.rows(row, device=r)
        data = pld.tensor.allreduce(data)
        data = pld.tensor.allreduce(data, cells, core_num=1)
        pld.tensor.allreduce(data, core_num=48)
        pld.tensor.barrier(cells)
        data = pld.tensor.broadcast(data, cells, root=1)
        pld.tensor.reduce_scatter(data, cells, op=pld.ReduceOp.Max)
        pld.tensor.all_to_all(blocks, data, cells)
        data = pld.tensor.all_to_all_v(blocks, data, idle_cells, send, recv)
        # error: host-collective-coverage
        for i in pl.range(1):
            lost_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
            lost = pld.window(lost_buf, [1, 64], dtype=pl.FP32)
            pld.tensor.allreduce(lost)
        # error: host-barrier-coverage
        for i in pl.range(1):
            alone_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
            alone = pld.window(alone_buf, [2, 1], dtype=pl.INT32)
            pld.tensor.barrier(alone)
        # error: host-collective-loop
        for i in pl.range(2):
            pld.tensor.all_to_all_v(blocks, data, cells, send, recv)
        # error: host-collective-window
        pld.tensor.allreduce(data, foreign)
        # error: host-collective-distinct
        pld.tensor.all_to_all(blocks, blocks_again, cells)
        # error: host-collective-distinct
        pld.tensor.all_to_all_v(blocks, data, cells, send, cells)
        # error: host-collective-domain
        pld.tensor.allreduce(data, wide_cells)
        # error: allreduce-core-num-chip
        pld.tensor.allreduce(data, core_num=49)
        # error: host-collective-name
        pld.tensor.allgather(row, data, cells)
        # error: host-collective-capacity
        pld.tensor.barrier(one_cell)
        # error: broadcast-root-range
        pld.tensor.broadcast(data, cells, root=2)
        # error: allreduce-ring-ranks
        pld.tensor.allreduce(much, rounds, mode='ring')
