# Views of window allocations.
import pypto.language as pl
import pypto.language.distributed as pld


@pl.program
class WindowRules:
    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
    def host(self, x: pl.Tensor[[4, 64], pl.FP32], n: pl.Scalar[pl.INDEX]):
        buf = pld.alloc_window_buffer(4096)
        w = pld.window(buf, [4, 64], dtype=pl.FP32)
        v = pld.window(buf, [pld.world_size(), 1], dtype=pl.INT32)
        # error: window-buf-missing
        u = pld.window(shape=[4, 64], dtype=pl.FP32)
        # error: window-buf-kind
        u = pld.window(buf=64, shape=[4, 64], dtype=pl.FP32)
        # error: window-shape-missing
        u = pld.window(buf=buf, dtype=pl.FP32)
        # error: window-shape-kind
        u = pld.window(buf=buf, shape=3, dtype=pl.FP32)
        # error: window-dtype-missing
        u = pld.window(buf=buf, shape=[4, 64])
        # error: window-dtype-kind
        u = pld.window(buf=buf, shape=[4, 64], dtype=4)
        # error: window-shape-empty
        u = pld.window(buf, [], dtype=pl.FP32)
        # error: window-shape-positive
        u = pld.window(buf, [4, 0], dtype=pl.FP32)
        # error: window-dtype
        u = pld.window(buf, [4], dtype=pl.FP64)
        # error: shape-bytes
        u = pld.window(buf, [4611686018427387904, 4], dtype=pl.FP32)
