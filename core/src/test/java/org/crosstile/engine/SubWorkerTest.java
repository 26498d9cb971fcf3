package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.crosstile.source.ProblemText;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Functions in Java between the dispatches of a host orchestrator. */
@Timeout(60)
class SubWorkerTest {
    private static final int RANKS = 4;

    private static RunRequest request() {
        HostArray ones = HostArray.zeros(DType.FP32, RANKS, 1, WorkerPrograms.SIZE).fill(1);
        return RunRequest.of(RANKS).with("a", ones.asInput()).with("b", ones.asInput());
    }

    private static String report(RunResult result) {
        return ProblemText.plain().render(result.problems());
    }

    @Test
    void it_runs_in_order_with_the_dispatches() {
        List<String> calls = new ArrayList<>();
        RunResult result =
                Engine.standard()
                        .binding(
                                "change",
                                call -> {
                                    HostArray f = call.tensor("f");
                                    calls.add(
                                            call.function()
                                                    + " "
                                                    + call.number("n")
                                                    + " "
                                                    + f.get(255));
                                    f.fill(f.get(0) * 10);
                                })
                        .run(WorkerPrograms.withSubWorker(), request());

        assertThat(report(result)).isEmpty();
        assertThat(calls).containsExactly("change 4 2.0");
        assertThat(result.output("f").get(100)).isEqualTo(20);
        assertThat(result.output("g").get(100)).isEqualTo(21);
    }

    @Test
    void one_that_nothing_is_bound_to_cannot_run() {
        RunResult result = Engine.standard().run(WorkerPrograms.withSubWorker(), request());

        assertThat(result.isOk()).isFalse();
        assertThat(report(result))
                .contains("error[sub-worker-python]")
                .contains("nothing is bound to `change`")
                .contains("engine.binding(\"change\", call -> ...)");
    }

    @Test
    void what_is_bound_must_exist() {
        RunResult result =
                Engine.standard()
                        .binding("chang", call -> {})
                        .run(WorkerPrograms.withSubWorker(), request());

        assertThat(report(result))
                .contains("error[sub-worker-unknown]")
                .contains("did you mean `change`?");
    }

    @Test
    void what_it_throws_ends_the_run_as_a_problem() {
        RunResult result =
                Engine.standard()
                        .binding("change", call -> call.tensor("x"))
                        .run(WorkerPrograms.withSubWorker(), request());

        assertThat(report(result))
                .contains("error[sub-worker-failed]")
                .contains("`change` has no tensor `x`: its parameters are f, n");
    }

    @Test
    void a_sub_worker_of_a_text_is_bound_by_its_name_and_may_return_its_output() {
        SourceText text =
                new SourceText(
                        "sub.py",
                        """
                        import pypto.language as pl
                        import pypto.language.distributed as pld


                        @pl.program
                        class Sums:
                            @pl.function(level=pl.Level.HOST, role=pl.Role.SubWorker)
                            def total(x: pl.Tensor[[8], pl.FP32], y: pl.Out[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
                                y[:] = torch.cumsum(x, 0)
                                return y

                            @pl.function(level=pl.Level.HOST, role=pl.Role.Orchestrator)
                            def host(self, x: pl.Tensor[[8], pl.FP32], y: pl.Out[pl.Tensor[[8], pl.FP32]]) -> pl.Tensor[[8], pl.FP32]:
                                return self.total(x, y)
                        """);
        RunRequest request =
                RunRequest.of(1)
                        .with("x", HostArray.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 8).asInput());
        RunResult result =
                Engine.standard()
                        .binding(
                                "total",
                                call -> {
                                    HostArray x = call.tensor("x");
                                    HostArray y = call.tensor("y");
                                    double sum = 0;
                                    for (int i = 0; i < 8; i++) {
                                        sum += x.get(i);
                                        y.set(i, sum);
                                    }
                                })
                        .run(text, "", request);

        assertThat(report(result)).isEmpty();
        assertThat(result.output("y").get(7)).isEqualTo(36);
    }
}
