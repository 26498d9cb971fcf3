# reduce_scatter, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class ReduceScatterRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        flat: pl.InOut[pld.DistributedTensor[[64], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        half_data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP16]],
        flags: pl.InOut[pld.DistributedTensor[[4, 64], pl.BOOL]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
    ):
        pld.tensor.reduce_scatter(data, sig)
        d = pld.tensor.reduce_scatter(half_data, sig, op=pld.ReduceOp.Min)
        # error: reduce-scatter-target-missing
        pld.tensor.reduce_scatter(signal=sig)
        # error: reduce-scatter-target-kind
        pld.tensor.reduce_scatter(target=x, signal=sig)
        # error: reduce-scatter-signal-missing
        pld.tensor.reduce_scatter(target=data)
        # error: reduce-scatter-signal-kind
        pld.tensor.reduce_scatter(target=data, signal=win)
        # error: reduce-scatter-op-kind
        pld.tensor.reduce_scatter(target=data, signal=sig, op=pld.WaitCmp.Eq)
        # error: reduce-scatter-two-dimensions
        pld.tensor.reduce_scatter(flat, sig)
        # error: reduce-scatter-dtype
        pld.tensor.reduce_scatter(flags, sig)
        # error: reduce-scatter-signal-kernel
        pld.tensor.reduce_scatter(data, ring)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        data_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        data = pld.window(data_buf, [4, 64], dtype=pl.FP32)
        half_buf = pld.alloc_window_buffer([4, 64], dtype=pl.FP16)
        half_data = pld.window(half_buf, [4, 64], dtype=pl.FP16)
        cells_buf = pld.alloc_window_buffer([4], dtype=pl.INT32)
        cells = pld.window(cells_buf, [4], dtype=pl.INT32)
        ring_buf = pld.alloc_window_buffer([6, 4], dtype=pl.INT32)
        ring = pld.window(ring_buf, [6, 4], dtype=pl.INT32)
        pld.tensor.reduce_scatter(data, cells)
        # error: reduce-scatter-signal-host
        pld.tensor.reduce_scatter(data, ring)
        # error: reduce-scatter-host-dtype
        pld.tensor.reduce_scatter(half_data, cells)
