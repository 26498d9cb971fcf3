# broadcast, in kernels and in host orchestrators.
import pypto.language as pl
import pypto.language.distributed as pld

ANY = pl.dynamic("ANY")


@pl.program
class BroadcastRules:
    @pl.function(type=pl.FunctionType.InCore)
    def kernel(
        self,
        x: pl.Tensor[[8, 64], pl.FP32],
        win: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
        any_win: pl.InOut[pld.DistributedTensor[[ANY, 64], pl.FP32]],
        data: pl.InOut[pld.DistributedTensor[[4, 64], pl.FP32]],
        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
        ring: pl.InOut[pld.DistributedTensor[[6, 4], pl.INT32]],
        any_sig: pl.InOut[pld.DistributedTensor[[ANY, 1], pl.INT32]],
        n: pl.Scalar[pl.INDEX],
    ):
        pld.tensor.broadcast(data, sig, root=0)
        d = pld.tensor.broadcast(any_win, any_sig, root=3)
        # error: broadcast-target-missing
        pld.tensor.broadcast(signal=sig, root=0)
        # error: broadcast-target-kind
        pld.tensor.broadcast(target=x, signal=sig, root=0)
        # error: broadcast-signal-missing
        pld.tensor.broadcast(target=data, root=0)
        # error: broadcast-signal-kind
        pld.tensor.broadcast(target=data, signal=win, root=0)
        # error: broadcast-root-missing
        pld.tensor.broadcast(target=data, signal=sig)
        # error: broadcast-root-kind
        pld.tensor.broadcast(target=data, signal=sig, root=n)
        # error: peer-huge
        pld.tensor.broadcast(data, sig, root=4294967296)
        # error: broadcast-root-negative
        pld.tensor.broadcast(data, sig, root=-1)
        # error: broadcast-signal-kernel
        pld.tensor.broadcast(data, ring, root=0)

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
        pld.tensor.broadcast(data, cells, root=0)
        # error: broadcast-signal-host
        pld.tensor.broadcast(data, ring, root=0)
        # error: broadcast-host-dtype
        pld.tensor.broadcast(half_data, cells, root=0)
