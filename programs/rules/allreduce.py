# allreduce, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class AllreduceRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        longs: pl.InOut[pld.DistributedTensor[[8, 64], pl.INT64]],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        half_data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP16]],
        strided: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32, pl.TensorView(stride=[128, 1])]],
        partial: pl.InOut[pld.DistributedTensor[[2, 4, 64], pl.FP32, pl.TensorView(valid_shape=[2, 3, 64])]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
        any_sig: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.tensor.allreduce(data, sig)
        d = pld.tensor.allreduce(data, any_sig, op=pld.ReduceOp.Max)
        pld.tensor.allreduce(half_data, sig, mode='mesh')
        pld.tensor.allreduce(data, ring, mode='ring')
        # error: allreduce-target-missing
        pld.tensor.allreduce(signal=sig)
        # error: allreduce-target-kind
        pld.tensor.allreduce(target=x, signal=sig)
        # error: allreduce-signal-kind
        pld.tensor.allreduce(target=data, signal=win)
        # error: allreduce-op-kind
        pld.tensor.allreduce(target=data, signal=sig, op=pld.WaitCmp.Eq)
        # error: allreduce-mode-kind
        pld.tensor.allreduce(target=data, signal=sig, mode='tree')
        # error: allreduce-core-num-kind
        pld.tensor.allreduce(target=data, signal=sig, core_num=n)
        # error: allreduce-dtype
        pld.tensor.allreduce(longs, sig)
        # error: allreduce-core-num
        pld.tensor.allreduce(data, sig, core_num=0)
        # error: allreduce-core-num-kernel
        pld.tensor.allreduce(data, sig, core_num=2)
        # error: allreduce-signal-needed
        pld.tensor.allreduce(data)
        # error: allreduce-ring-signal
        pld.tensor.allreduce(data, mode='ring')
        # error: allreduce-ring-signal-shape
        pld.tensor.allreduce(data, sig, mode='ring')
        # error: allreduce-signal-kernel
        pld.tensor.allreduce(data, ring)
        # error: allreduce-packed
        pld.tensor.allreduce(strided, sig)
        # error: allreduce-partial
        pld.tensor.allreduce(partial, sig)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
        half_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP16)
        half_data = pld.window(half_buf, [4, 64], dtype=pl.FP16)
        cells_buf = pld.alloc_window_buffer([4], dtype=pl.INT32)
        cells = pld.window(cells_buf, [4], dtype=pl.INT32)
        lanes_buf = pld.alloc_window_buffer([4, 2], dtype=pl.INT32)
        lanes = pld.window(lanes_buf, [4, 2], dtype=pl.INT32)
        ring_buf = pld.alloc_window_buffer([6, 4], dtype=pl.INT32)
        ring = pld.window(ring_buf, [6, 4], dtype=pl.INT32)
        rounds_buf = pld.alloc_window_buffer([7, 4], dtype=pl.INT32)
        rounds = pld.window(rounds_buf, [7, 4], dtype=pl.INT32)
        pld.tensor.allreduce(data)
        pld.tensor.allreduce(data, cells)
        pld.tensor.allreduce(data, lanes, core_num=2)
        pld.tensor.allreduce(half_data, lanes)
        pld.tensor.allreduce(data, rounds, mode='ring')
        # error: allreduce-signal-host
        pld.tensor.allreduce(data, cells, core_num=2)
        # error: allreduce-signal-host
        pld.tensor.allreduce(data, lanes, core_num=4)
        # error: allreduce-core-num-ring
        pld.tensor.allreduce(data, rounds, mode='ring', core_num=2)
        # error: allreduce-ring-signal-shape
        pld.tensor.allreduce(data, ring, mode='ring')
        # error: allreduce-signal-none
        pld.tensor.allreduce(data, None)
