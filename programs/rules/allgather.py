# allgather, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class AllgatherRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        row: pl.Tensor[[1, 64], pl.FP32],
        line: pl.Tensor[[64], pl.FP32],
        blocks: pl.Tensor[[4, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        any_win: pl.InOut[pld.DistributedTensor[[ANY, 64], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        half_data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP16]],
        narrow: pl.InOut[pld.DistributedTensor[[4, 32], pl.FP32]],
        stage: pl.InOut[pld.DistributedTensor[[1, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        two_cells: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
        any_sig: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.allgather(row, data, sig)
        d = pld.tensor.allgather(row, any_win, any_sig)
        pld.tensor.allgather(stage, data, sig)
        # error: allgather-local-missing
        pld.tensor.allgather(target=data, signal=sig)
        # error: allgather-local-kind
        pld.tensor.allgather(local=peer, target=data, signal=sig)
        # error: allgather-target-missing
        pld.tensor.allgather(local=row, signal=sig)
        # error: allgather-target-kind
        pld.tensor.allgather(local=row, target=x, signal=sig)
        # error: allgather-signal-missing
        pld.tensor.allgather(local=row, target=data)
        # error: allgather-signal-kind
        pld.tensor.allgather(local=row, target=data, signal=win)
        # error: allgather-same-operand
        pld.tensor.allgather(stage, stage, sig)
        # error: allgather-two-dimensions
        pld.tensor.allgather(line, data, sig)
        # error: allgather-dtype
        pld.tensor.allgather(row, half_data, sig)
        # error: allgather-columns
        pld.tensor.allgather(row, narrow, sig)
        # error: allgather-local-row
        pld.tensor.allgather(blocks, data, sig)
        # error: allgather-signal-rows
        pld.tensor.allgather(row, data, two_cells)
        # error: allgather-signal-kernel
        pld.tensor.allgather(row, any_win, ring)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
        half_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP16)
        half_data = pld.window(half_buf, [4, 64], dtype=pl.FP16)
        stage_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP32)
        stage = pld.window(stage_buf, [1, 64], dtype=pl.FP32)
        half_stage_buf = pld.alloc_window_buffer([1, 64], dtype=pl.FP16)
        half_stage = pld.window(half_stage_buf, [1, 64], dtype=pl.FP16)
        cells_buf = pld.alloc_window_buffer([4], dtype=pl.INT32)
        cells = pld.window(cells_buf, [4], dtype=pl.INT32)
        lanes_buf = pld.alloc_window_buffer([4, 2], dtype=pl.INT32)
        lanes = pld.window(lanes_buf, [4, 2], dtype=pl.INT32)
        pld.tensor.allgather(stage, data, cells)
        # error: allgather-signal-host
        pld.tensor.allgather(stage, data, lanes)
        # error: allgather-host-dtype
        pld.tensor.allgather(half_stage, half_data, cells)
        # error: allgather-host-window
        pld.tensor.allgather(x[0:1, 0:64], data, cells)
