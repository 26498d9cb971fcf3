package org.crosstile.kernels;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.crosstile.engine.Engine;
import org.crosstile.engine.RunRequest;
import org.crosstile.engine.RunResult;
import org.crosstile.source.ProblemText;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Branches that leave different kinds of values behind in one local of the JVM. */
class MergeTest {
    @Test
    @Timeout(value = 30, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void a_tile_in_one_branch_and_a_view_in_the_other_compile() {
        String text =
                """
                import pypto.language as pl
                import pypto.language.distributed as pld

                NR = pl.dynamic("NR")


                @pl.jit.incore
                def kernel(
                    x: pl.Tensor[[1, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
                    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
                ):
                    ctx = pld.get_comm_ctx(d)
                    me = pld.rank(ctx)
                    n = pld.nranks(ctx)
                    if me != 0:
                        pld.tensor.put(d, 0, x, dst_offsets=[me, 0], src_offsets=[0, 0], shape=[1, 64])
                        pld.system.notify(s, peer=0, offsets=[0, 0], value=1, op=pld.NotifyOp.AtomicAdd)
                    else:
                        pld.system.wait(s, offsets=[0, 0], expected=n - 1, cmp=pld.WaitCmp.Ge)
                        for k in pl.range(1, n):
                            y = pl.store(pl.load(d, [k, 0], [1, 64]), [k, 0], y)


                @pl.jit
                def chip(
                    x: pl.Tensor[[1, 64], pl.FP32],
                    y: pl.Out[pl.Tensor[[8, 64], pl.FP32]],
                    d: pl.InOut[pld.DistributedTensor[[8, 64], pl.FP32]],
                    s: pl.InOut[pld.DistributedTensor[[8, 1], pl.INT32]],
                ):
                    kernel(x, y, d, s)


                @pl.jit.host
                def host(x: pl.Tensor[[NR, 1, 64], pl.FP32], y: pl.Out[pl.Tensor[[NR, 8, 64], pl.FP32]]):
                    d_buf = pld.alloc_window_buffer([8, 64], dtype=pl.FP32)
                    s_buf = pld.alloc_window_buffer([8, 1], dtype=pl.INT32)
                    d = pld.window(d_buf, [8, 64], dtype=pl.FP32)
                    s = pld.window(s_buf, [8, 1], dtype=pl.INT32)
                    for r in pl.range(pld.world_size()):
                        chip(x[r], y[r], d, s, device=r)
                """;
        RunResult result =
                Engine.standard().run(new SourceText("merge.py", text), "", RunRequest.of(3));
        assertThat(result.isOk()).as(ProblemText.plain().render(result.problems())).isTrue();
    }
}
