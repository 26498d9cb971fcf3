# Window allocations: by bytes, or by extents and element type.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class AllocWindowBufferRules:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        a = pld.alloc_window_buffer(64)
        b = pld.alloc_window_buffer([4, 64], dtype=pl.FP32)
        c = pld.alloc_window_buffer(pld.world_size() * pl.INT32.get_byte())
        d = pld.tensor.alloc_window_buffer([pld.world_size(), 1], dtype=pl.INT32)
        # error: alloc-window-buffer-size-missing
        e = pld.alloc_window_buffer()
        # error: alloc-window-buffer-size
        e = pld.alloc_window_buffer(1.5)
        # error: alloc-window-buffer-size
        e = pld.alloc_window_buffer(x)
        # error: alloc-window-buffer-dtype-kind
        e = pld.alloc_window_buffer([4], dtype=4)
        # error: alloc-window-buffer-dtype-missing
        e = pld.alloc_window_buffer([4, 64])
        # error: alloc-window-buffer-dtype-extra
        e = pld.alloc_window_buffer(256, dtype=pl.FP32)
        # error: alloc-window-buffer-shape-empty
        e = pld.alloc_window_buffer([], dtype=pl.FP32)
        # error: alloc-window-buffer-positive
        e = pld.alloc_window_buffer([4, 0], dtype=pl.FP32)
        # error: alloc-window-buffer-positive
        e = pld.alloc_window_buffer(0)
        # error: call-too-many-operands
        e = pld.alloc_window_buffer(4, 64)
        # error: shape-bytes
        e = pld.alloc_window_buffer([4611686018427387904, 4], dtype=pl.FP32)
        # error: shape-bytes
        e = pld.alloc_window_buffer([2305843009213693952], dtype=pl.FP32)
