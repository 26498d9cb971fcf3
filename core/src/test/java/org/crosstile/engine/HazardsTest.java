package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What collectives keep in order themselves, and what they leave to their caller. */
@Timeout(120)
class HazardsTest {
    private static final int SEEDS = 40;

    /** A kernel of these statements on every rank; {@code x} has a row for every rank. */
    private static SourceText program(String statements) {
        String params =
                """
                        self,
                        x: pl.Tensor[[2, 64], pl.FP32],
                        y: pl.Out[pl.Tensor[[2, 64], pl.FP32]],
                        data: pl.InOut[pld.DistributedTensor[[2, 64], pl.FP32]],
                        sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                        send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                        recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                        me: pl.Scalar[pl.INT32],
                    ):
                """;
        return Programs.text(
                "@pl.program\nclass Hazard:\n    @pl.function(type=pl.FunctionType.InCore)\n    def kernel(\n"
                        + params
                        + statements.indent(8)
                        + "\n    @pl.function(type=pl.FunctionType.Orchestration)\n    def chip(\n"
                        + params
                        + """
                                self.kernel(x, y, data, sig, send, recv, me)

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self, x: pl.Tensor[[2, 2, 64], pl.FP32], y: pl.Out[pl.Tensor[[2, 2, 64], pl.FP32]]):
                                data_buf = pld.alloc_window_buffer([2, 64], dtype=pl.FP32)
                                sig_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                                send_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                                recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                                for r in pl.range(pld.world_size()):
                                    data = pld.window(data_buf, [2, 64], dtype=pl.FP32)
                                    sig = pld.window(sig_buf, [2, 1], dtype=pl.INT32)
                                    send = pld.window(send_buf, [2, 1], dtype=pl.INT32)
                                    recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)
                                    self.chip(x[r], y[r], data, sig, send, recv, r, device=r)
                        """);
    }

    private static Set<Verdict> verdicts(String statements) {
        Problems problems = new Problems();
        Executable program =
                Engine.standard()
                        .build(
                                program(statements),
                                "",
                                new LoadOptions(Map.of(), 2),
                                problems,
                                new RunTimes())
                        .orElseThrow(() -> new AssertionError(problems.sorted().toString()));
        Set<Verdict> found = new TreeSet<>();
        for (int seed = 0; seed < SEEDS; seed++) {
            Strategy strategy = Strategy.values()[seed % Strategy.values().length];
            Schedule schedule = new Schedule(strategy, MemoryModel.SEQUENTIAL, seed);
            found.add(program.run(RunRequest.of(2).scheduled(schedule)).verdict());
        }
        return found;
    }

    @Test
    void the_root_of_a_broadcast_may_overwrite_its_window_at_once() {
        String send =
                "data = pl.store(pl.load(x, [0, 0], [2, 64]), [0, 0], data)\n"
                        + "data = pld.tensor.broadcast(data, sig, root=0)\n";
        String overwrite = "data = pl.store(pl.load(x, [0, 0], [2, 64]), [0, 0], data)\n";

        assertThat(verdicts(send + overwrite)).containsOnly(Verdict.OK);
    }

    @Test
    void the_next_allgather_waits_for_those_who_use_the_rows_of_the_last_one() {
        String gather = "data = pld.tensor.allgather(pl.slice(x, [1, 64], [0, 0]), data, sig)\n";
        String use = "y = pl.store(pl.load(data, [0, 0], [2, 64]), [0, 0], y)\n";

        assertThat(verdicts(gather + use + gather)).containsOnly(Verdict.OK);
    }

    @Test
    void rows_that_nobody_has_sent_hold_nothing() {
        String exchange =
                "for i in pl.range(2):\n    pl.write(send, [i, 0], pl.const(0, pl.INT32))\n"
                        + "data = pld.tensor.all_to_all_v(x, data, sig, send, recv)\n";
        String all = "y = pl.store(pl.load(data, [0, 0], [2, 64]), [0, 0], y)\n";
        String counted =
                "for i in pl.range(2):\n    n = pl.read(recv, [i, 0])\n    if n > 0:\n"
                        + "        y = pl.store(pl.load(data, [i, 0], [1, 64]), [i, 0], y)\n";

        assertThat(verdicts(exchange + all)).containsOnly(Verdict.UNINIT);
        assertThat(verdicts(exchange + counted)).containsOnly(Verdict.OK);
    }
}
