package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.check.Checker;
import org.crosstile.diagnose.DeadlockReport;
import org.crosstile.diagnose.RunFaults;
import org.crosstile.diagnose.TraceRules;
import org.crosstile.operators.HostRules;
import org.crosstile.ranks.RankRules;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.tasks.TaskRules;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples on the pages of rules that only a run can break. */
@Timeout(60)
class RunPagesTest {

    static List<Rule> explained() {
        return Stream.of(
                        RankRules.all(),
                        HostRules.ofRanks(),
                        TaskRules.all(),
                        RunFaults.rules(),
                        Entries.RULES,
                        TraceRules.rules(),
                        List.of(
                                DeadlockReport.RULE,
                                Executable.ONE_RANK,
                                RowWarnings.CLAMPED,
                                TaskWarnings.NEGATIVE,
                                Checker.NO_ENTRY))
                .flatMap(List::stream)
                .filter(rule -> rule.page().isPresent())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("explained")
    void the_examples_of_a_page_break_its_rule_and_keep_it(Rule rule) {
        Rule.Page page = rule.page().orElseThrow();
        RunResult bad = run(page.where(), page.bad());
        assertThat(bad.problems().stream().map(Problem::rule).map(Rule::id))
                .as(Programs.report(bad))
                .containsOnly(rule.id());
        RunResult good = run(page.where(), page.good());
        assertThat(good.isOk()).as(Programs.report(good)).isTrue();
        assertThat(good.problems()).isEmpty();
    }

    private static RunResult run(String where, String lines) {
        return switch (where) {
            case "run-tasks" -> Programs.run(tasks(lines), 1);
            case "run-simulated" -> simulated(Programs.kernel(lines + "\nreturn y\n"));
            case "run-exchange" -> Programs.run(exchange(lines), 2);
            case "run-kernels" -> Programs.run(kernels(lines), 1);
            case "run-ranks" -> Programs.run(kernels(lines), 2);
            case "run-entry" -> Engine.standard().run(kernels(lines), ".chip", RunRequest.of(1));
            default -> Programs.run(text(where, lines), 2);
        };
    }

    private static RunResult simulated(SourceText text) {
        RunRequest request = RunRequest.of(2).scheduled(Schedule.uniform(1));
        return Engine.standard().run(text, "", request);
    }

    /** A program with a kernel that may exchange counted rows. */
    private static SourceText exchange(String lines) {
        String windows =
                """
                    self,
                    blocks: pl.Tensor[[4, 8], pl.FP32],
                    data: pl.InOut[pld.DistributedTensor[[4, 8], pl.FP32]],
                    sig: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                    send: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                    recv: pl.InOut[pld.DistributedTensor[[2, 1], pl.INT32]],
                ):
                """;
        return Programs.text(
                "@pl.program\nclass Exchange:\n"
                        + ("@pl.function(type=pl.FunctionType.InCore)\ndef kernel(\n"
                                        + windows
                                        + lines.indent(4)
                                        + "\n@pl.function(type=pl.FunctionType.Orchestration)\ndef chip(\n"
                                        + windows
                                        + """
                                            self.kernel(blocks, data, sig, send, recv)

                                        @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                                        def host(self, blocks: pl.Tensor[[2, 4, 8], pl.FP32]):
                                            data_buf = pld.alloc_window_buffer([4, 8], dtype=pl.FP32)
                                            data = pld.window(data_buf, [4, 8], dtype=pl.FP32)
                                            sig_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                                            sig = pld.window(sig_buf, [2, 1], dtype=pl.INT32)
                                            send_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                                            send = pld.window(send_buf, [2, 1], dtype=pl.INT32)
                                            recv_buf = pld.alloc_window_buffer([2, 1], dtype=pl.INT32)
                                            recv = pld.window(recv_buf, [2, 1], dtype=pl.INT32)
                                            for r in pl.range(pld.world_size()):
                                                self.chip(blocks[r], data, sig, send, recv, device=r)
                                        """)
                                .indent(4));
    }

    /** A chip orchestration with tasks. */
    private static SourceText tasks(String lines) {
        return Programs.text(
                """
                @pl.program
                class Tasks:
                    @pl.function(type=pl.FunctionType.Orchestration)
                    def chip(
                        self,
                        sig: pl.InOut[pld.DistributedTensor[[4, 1], pl.INT32]],
                        minus: pl.Scalar[pl.INT32],
                        zero: pl.Scalar[pl.INT32],
                    ):
                """
                        + lines.indent(8)
                        + """

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self):
                                sig_buf = pld.alloc_window_buffer([4, 1], dtype=pl.INT32)
                                sig = pld.window(sig_buf, [4, 1], dtype=pl.INT32)
                                for r in pl.range(pld.world_size()):
                                    self.chip(sig, -1, 0, device=r)
                        """);
    }

    /** A program with a kernel and some more functions. */
    private static SourceText kernels(String functions) {
        return Programs.text(
                """
                @pl.program
                class Steps:
                    @pl.function(type=pl.FunctionType.InCore)
                    def kernel(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):
                        return pl.store(pl.load(x, [0, 0], [1, 8]), [0, 0], y)

                """
                        + functions.indent(4));
    }

    private static SourceText text(String where, String lines) {
        return switch (where) {
            case "run-kernel" -> Programs.kernel(lines + "\nreturn y\n");
            case "run-host" ->
                    Programs.text(
                            "@pl.jit\ndef chip(w: pld.DistributedTensor[[64, 1], pl.INT32]):\n    return w\n\n\n"
                                    + "@pl.jit.host\ndef host():\n"
                                    + lines.indent(4)
                                    + "    for r in pl.range(pld.world_size()):\n        chip(w, device=r)\n");
            default -> throw new IllegalArgumentException("no fixture " + where);
        };
    }
}
