# all_to_all_v, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class AllToAllVRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        row: pl.Tensor[[1, 64], pl.FP32],
        line: pl.Tensor[[64], pl.FP32],
        blocks: pl.Tensor[[4, 64], pl.FP32],
        any_x: pl.Tensor[[ANY, 64], pl.FP32],
        counts: pl.Tensor[[4, 1], pl.INT32],
        any_counts: pl.Tensor[[ANY, 1], pl.INT32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        any_win: pl.InOut[pld.DistributedTensor[[ANY, 64], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        half_data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP16]],
        narrow: pl.InOut[pld.DistributedTensor[[4, 32], pl.FP32]],
        strided: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32, pl.TensorView(stride=[128, 1])]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        two_cells: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
        three_cells: pl.InOut[pld.DistributedTensor[[3, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
        recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        any_sig: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
        any_recv: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
        peer: pl.Scalar[pl.INT32],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.tensor.all_to_all_v(blocks, data, sig, counts, recv)
        d = pld.tensor.all_to_all_v(x, win, sig, counts, recv, core_num=1)
        # error: all-to-all-v-input-missing
        pld.tensor.all_to_all_v(target=data, signal=sig, send_counts=counts, recv_counts=recv)
        # error: all-to-all-v-input-kind
        pld.tensor.all_to_all_v(input=peer, target=data, signal=sig, send_counts=counts, recv_counts=recv)
        # error: all-to-all-v-target-missing
        pld.tensor.all_to_all_v(input=blocks, signal=sig, send_counts=counts, recv_counts=recv)
        # error: all-to-all-v-target-kind
        pld.tensor.all_to_all_v(input=blocks, target=x, signal=sig, send_counts=counts, recv_counts=recv)
        # error: all-to-all-v-signal-missing
        pld.tensor.all_to_all_v(input=blocks, target=data, send_counts=counts, recv_counts=recv)
        # error: all-to-all-v-signal-kind
        pld.tensor.all_to_all_v(input=blocks, target=data, signal=win, send_counts=counts, recv_counts=recv)
        # error: all-to-all-v-send-counts-missing
        pld.tensor.all_to_all_v(input=blocks, target=data, signal=sig, recv_counts=recv)
        # error: all-to-all-v-send-counts-kind
        pld.tensor.all_to_all_v(input=blocks, target=data, signal=sig, send_counts=peer, recv_counts=recv)
        # error: all-to-all-v-recv-counts-missing
        pld.tensor.all_to_all_v(input=blocks, target=data, signal=sig, send_counts=counts)
        # error: all-to-all-v-recv-counts-kind
        pld.tensor.all_to_all_v(input=blocks, target=data, signal=sig, send_counts=counts, recv_counts=win)
        # error: all-to-all-v-core-num-kind
        pld.tensor.all_to_all_v(input=blocks, target=data, signal=sig, send_counts=counts, recv_counts=recv, core_num=n)
        # error: all-to-all-v-same-operand
        pld.tensor.all_to_all_v(data, data, sig, counts, recv)
        # error: all-to-all-v-two-dimensions
        pld.tensor.all_to_all_v(line, data, sig, counts, recv)
        # error: all-to-all-v-dtype
        pld.tensor.all_to_all_v(blocks, half_data, sig, counts, recv)
        # error: all-to-all-v-columns
        pld.tensor.all_to_all_v(blocks, narrow, sig, counts, recv)
        # error: all-to-all-v-rows
        pld.tensor.all_to_all_v(x, data, sig, counts, recv)
        # error: all-to-all-v-packed
        pld.tensor.all_to_all_v(blocks, strided, sig, counts, recv)
        # error: all-to-all-v-signal-rows
        pld.tensor.all_to_all_v(any_x, data, three_cells, any_counts, any_recv)
        # error: all-to-all-v-send-counts
        pld.tensor.all_to_all_v(blocks, data, sig, row, recv)
        # error: all-to-all-v-recv-counts
        pld.tensor.all_to_all_v(blocks, data, sig, counts, two_cells)
        # error: all-to-all-v-core-num
        pld.tensor.all_to_all_v(blocks, data, sig, counts, recv, core_num=2)
        # error: all-to-all-v-static-ranks
        pld.tensor.all_to_all_v(blocks, data, any_sig, any_counts, any_recv)
        # error: all-to-all-v-signal-kernel
        pld.tensor.all_to_all_v(any_x, any_win, ring, any_counts, any_recv)

    @pl.function(type=pl.FunctionType.Orchestration)
    def chip(
        self,
        blocks: pl.Tensor[[4, 64], pl.FP32],
        half_blocks: pl.Tensor[[4, 64], pl.FP16],
        counts: pl.Tensor[[4], pl.INT32],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        half_data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP16]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
    ):
        pld.tensor.all_to_all_v(blocks, data, sig, counts, recv)
        # error: all-to-all-v-chip-dtype
        pld.tensor.all_to_all_v(half_blocks, half_data, sig, counts, recv)
        # error: all-to-all-v-core-num
        pld.tensor.all_to_all_v(blocks, data, sig, counts, recv, core_num=2)

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
        counts_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        counts = pld.window(counts_buf, [4, 1], dtype=pl.INT32)
        recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
        pld.tensor.all_to_all_v(stages, data, cells, counts, recv)
        # error: all-to-all-v-signal-host
        pld.tensor.all_to_all_v(stages, data, lanes, counts, recv)
        # error: all-to-all-v-host-dtype
        pld.tensor.all_to_all_v(half, half_data, cells, counts, recv)
        # error: all-to-all-v-host-window
        pld.tensor.all_to_all_v(x, data, cells, counts, recv)
