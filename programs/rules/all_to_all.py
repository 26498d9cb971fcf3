# all_to_all, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class AllToAllRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        row: pl.Tensor[[1, 64], pl.FP32],
        line: pl.Tensor[[64], pl.FP32],
        blocks: pl.Tensor[[4, 64], pl.FP32],
        any_x: pl.Tensor[[ANY, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        any_win: pl.InOut[pld.DistributedTensor[[ANY, 64], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        half_data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP16]],
        narrow: pl.InOut[pld.DistributedTensor[[4, 32], pl.FP32]],
        stages: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        two_cells: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
        any_sig: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
    ):
        pld.tensor.all_to_all(blocks, data, sig)
        d = pld.tensor.all_to_all(any_x, any_win, any_sig)
        pld.tensor.all_to_all(stages, data, sig)
        # error: all-to-all-input-missing
        pld.tensor.all_to_all(target=data, signal=sig)
        # error: all-to-all-input-kind
        pld.tensor.all_to_all(input=peer, target=data, signal=sig)
        # error: all-to-all-target-missing
        pld.tensor.all_to_all(input=blocks, signal=sig)
        # error: all-to-all-target-kind
        pld.tensor.all_to_all(input=blocks, target=x, signal=sig)
        # error: all-to-all-signal-missing
        pld.tensor.all_to_all(input=blocks, target=data)
        # error: all-to-all-signal-kind
        pld.tensor.all_to_all(input=blocks, target=data, signal=win)
        # error: all-to-all-same-operand
        pld.tensor.all_to_all(data, data, sig)
        # error: all-to-all-two-dimensions
        pld.tensor.all_to_all(line, data, sig)
        # error: all-to-all-dtype
        pld.tensor.all_to_all(blocks, half_data, sig)
        # error: all-to-all-columns
        pld.tensor.all_to_all(blocks, narrow, sig)
        # error: all-to-all-rows
        pld.tensor.all_to_all(row, data, sig)
        # error: all-to-all-signal-rows
        pld.tensor.all_to_all(blocks, data, two_cells)
        # error: all-to-all-signal-kernel
        pld.tensor.all_to_all(any_x, any_win, ring)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
        half_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP16)
        half_data = pld.window(half_buf, [4, 64], dtype=pl.FP16)
        half_in_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP16)
        half = pld.window(half_in_buf, [4, 64], dtype=pl.FP16)
        stages_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        stages = pld.window(stages_buf, [4, 64], dtype=pl.FP32)
        cells_buf = pld.alloc_window_buffer([4], dtype=pl.INT32)
        cells = pld.window(cells_buf, [4], dtype=pl.INT32)
        lanes_buf = pld.alloc_window_buffer([4, 2], dtype=pl.INT32)
        lanes = pld.window(lanes_buf, [4, 2], dtype=pl.INT32)
        pld.tensor.all_to_all(stages, data, cells)
        # error: all-to-all-signal-host
        pld.tensor.all_to_all(stages, data, lanes)
        # error: all-to-all-host-dtype
        pld.tensor.all_to_all(half, half_data, cells)
        # error: all-to-all-host-window
        pld.tensor.all_to_all(x, data, cells)
