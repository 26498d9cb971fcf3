package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.engine.Engine;
import org.crosstile.engine.RunResult;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Extents that a program leaves open are known from the number of ranks: windows without room for
 * them are refused before anything runs.
 */
class RankShapesTest {
    private static final String PARAMETERS =
            """
                    self,
                    x: pl.Tensor[[ROWS, 16], pl.FP32],
                    counts: pl.Tensor[[CELLS, 1], pl.INT32],
                    data: pl.InOut[pld.DistributedTensor[[ROWS, 16], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[CELLS, LANES], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                ):
            """;

    /** A kernel that calls a collective on windows whose extents only the host knows. */
    private static SourceText kernel(String call, String cells, String lanes, String rows) {
        return new SourceText(
                "shapes.py",
                """
                import pypto.language as pl
                import pypto.language.distributed as pld

                ROWS = pl.dynamic("ROWS")
                CELLS = pl.dynamic("CELLS")
                LANES = $LANES


                @pl.program
                class Shapes:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(
                PARAMETERS
                        CALL

                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(
                PARAMETERS
                        self.kernel(x, counts, data, sig, recv)

                    @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                    def host(self, x: pl.Tensor[[ROWS, 16], pl.FP32], counts: pl.Tensor[[CELLS, 1], pl.INT32]):
                        n = pld.world_size()
                        data_buf = pld.alloc_window_buffer([$ROWS, 16], dtype=pl.FP32)
                        sig_buf = pld.alloc_window_buffer([$CELLS, $WIDE], dtype=pl.INT32)
                        recv_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                        data = pld.window(data_buf, [$ROWS, 16], dtype=pl.FP32)
                        sig = pld.window(sig_buf, [$CELLS, $WIDE], dtype=pl.INT32)
                        recv = pld.window(recv_buf, [4, 1], dtype=pl.INT32)
                        for r in pl.range(n):
                            self.chip(x, counts, data, sig, recv, device=r)
                """
                        .replace("PARAMETERS\n", PARAMETERS)
                        .replace("CALL", call)
                        .replace("$ROWS", rows)
                        .replace("$CELLS", cells)
                        .replace("$WIDE", lanes)
                        .replace("$LANES", lanes.equals("1") ? "1" : "pl.dynamic(\"LANES\")"));
    }

    private static List<String> rules(SourceText text, int ranks) {
        Problems problems = new Problems();
        Engine engine = Engine.standard();
        engine.load(text, LoadOptions.of(ranks), problems)
                .programs()
                .forEach(program -> {
                    engine.check(program, problems);
                    engine.checkRanks(program, ranks, problems);
                });
        return problems.sorted().stream().map(p -> p.rule().id()).toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pld.tensor.barrier(sig)                        | 3       | 1 | n | collective-rows",
                "pld.tensor.allreduce(data, sig)                | n - 1   | 1 | 1 | collective-rows",
                "pld.tensor.broadcast(data, sig, root=0)        | 3       | 1 | 1 | collective-rows",
                "pld.tensor.reduce_scatter(data, sig)           | n       | 1 | 3 | collective-rows",
                "pld.tensor.allgather(x[0:1, 0:16], data, sig)  | n       | 1 | 3 | collective-rows",
                "pld.tensor.all_to_all(x, data, sig)            | n       | 1 | 3 | collective-rows",
                "pld.tensor.allreduce(data, sig, mode='ring')   | n       | 1 | 1 | allreduce-ring-signal-shape",
                "pld.tensor.allreduce(data, sig, mode='ring')   | 2*n - 1 | n | 1 | allreduce-ring-signal-shape"
            })
    void windows_without_room_for_the_ranks_are_refused(
            String call, String cells, String lanes, String rows, String rule) {
        assertThat(rules(kernel(call, cells, lanes, rows), 4)).contains(rule);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "pld.tensor.barrier(sig)                        | 4       | 1 | n",
                "pld.tensor.barrier(sig)                        | n       | 1 | n",
                "pld.tensor.allreduce(data, sig)                | n + 3   | 1 | 1",
                "pld.tensor.reduce_scatter(data, sig)           | n       | 1 | 8",
                "pld.tensor.allgather(x[0:1, 0:16], data, sig)  | n       | 1 | n",
                "pld.tensor.all_to_all(x, data, sig)            | n       | 1 | n",
                "pld.tensor.allreduce(data, sig, mode='ring')   | 2*n - 2 | n | 1"
            })
    void windows_with_room_are_taken(String call, String cells, String lanes, String rows) {
        for (int ranks = 2; ranks <= 4; ranks++) {
            assertThat(rules(kernel(call, cells, lanes, rows), ranks)).as("%d", ranks).isEmpty();
        }
    }

    @Test
    void the_report_has_both_shapes_and_the_run_does_not_begin() {
        SourceText text = kernel("pld.tensor.allreduce(data, sig, mode='ring')", "n", "1", "1");
        RunResult result =
                Engine.standard().run(text, "", CheckingCase.request(4, java.util.Map.of()));

        assertThat(result.verdict()).isEqualTo(Verdict.REJECT);
        assertThat(result.problems()).hasSize(1);
        Problem problem = result.problems().getFirst();
        assertThat(ProblemText.plain().render(List.of(problem)))
                .contains("ring of 4 ranks must have the shape [6, 4]", "[4, 1]", "[6, 4]");
    }

    @Test
    void a_ring_of_the_host_is_held_to_the_same() {
        List<HostText.Data> windows = List.of(new HostText.Data("target", "1", "FP32"));
        String call = "target = pld.tensor.allreduce(target, signal, mode='ring')";
        String world = "pld.world_size()";

        assertThat(rules(host(windows, world, "1", call), 4))
                .contains("allreduce-ring-signal-shape");
        assertThat(rules(host(windows, "(2 * " + world + " - 1)", world, call), 4)).isEmpty();
        assertThat(rules(host(windows, "3", "1", "pld.tensor.barrier(signal)"), 4))
                .contains("host-collective-capacity");
    }

    private static SourceText host(
            List<HostText.Data> windows, String rows, String columns, String call) {
        String text = HostText.of(windows, "NR", "NR", call);
        return new SourceText(
                "host.py",
                text.replace(
                                "pld.alloc_window_buffer([NR, NR]",
                                "pld.alloc_window_buffer([%s, %s]".formatted(rows, columns))
                        .replace(
                                "pld.window(signal_buf, [NR, NR]",
                                "pld.window(signal_buf, [%s, %s]".formatted(rows, columns)));
    }

    @Test
    void what_is_not_called_on_so_many_ranks_is_not_judged() {
        String ring = "pld.tensor.allreduce(data, sig, mode='ring')";
        String all = kernel(ring, "n", "1", "1").text();
        String some = all.replace("pl.range(n)", "pl.range(2)");
        String only =
                all.replace(
                        "        " + ring,
                        "        if pld.nranks(pld.get_comm_ctx(data)) == 2:\n            " + ring);

        assertThat(rules(new SourceText("some.py", some), 4)).isEmpty();
        assertThat(rules(new SourceText("only.py", only), 4)).isEmpty();
        assertThat(rules(new SourceText("only.py", only), 2)).isNotEmpty();
    }
}
