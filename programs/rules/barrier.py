# The barrier, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class BarrierRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
        any_sig: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
    ):
        pld.tensor.barrier(sig)
        s = pld.tensor.barrier(any_sig)
        # error: barrier-signal-missing
        pld.tensor.barrier()
        # error: barrier-signal-kind
        pld.tensor.barrier(signal=win)
        # error: barrier-signal-kernel
        pld.tensor.barrier(ring)

    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        cells_buf = pld.alloc_window_buffer([4], dtype=pl.INT32)
        cells = pld.window(cells_buf, [4], dtype=pl.INT32)
        ring_buf = pld.alloc_window_buffer([6, 4], dtype=pl.INT32)
        ring = pld.window(ring_buf, [6, 4], dtype=pl.INT32)
        counts_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
        counts = pld.window(counts_buf, [4, 1], dtype=pl.INT32)
        pld.tensor.barrier(cells)
        pld.tensor.barrier(counts)
        # error: barrier-signal-host
        pld.tensor.barrier(ring)
