package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.crosstile.abi.DType;
import org.crosstile.source.SourceText;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs with several orchestrations, and no host. */
@Timeout(60)
class EntryTest {
    private static final String PARAMS =
            "(self, x: pl.Tensor[[1, 8], pl.FP32], y: pl.Out[pl.Tensor[[1, 8], pl.FP32]]):";

    private static String function(String kind, String name, String body) {
        return "    @pl.function(type=pl.FunctionType."
                + kind
                + ")\n    def "
                + name
                + PARAMS
                + "\n        "
                + body
                + "\n\n";
    }

    private static final SourceText TWO =
            Programs.text(
                    "@pl.program\nclass Steps:\n"
                            + function(
                                    "InCore",
                                    "up",
                                    "return pl.store(pl.add(pl.load(x, [0, 0], [1, 8]), 1.0), [0, 0], y)")
                            + function(
                                    "InCore",
                                    "twice",
                                    "return pl.store(pl.mul(pl.load(x, [0, 0], [1, 8]), 2.0), [0, 0], y)")
                            + function("Orchestration", "go_up", "return self.up(x, y)")
                            + function("Orchestration", "go_twice", "return self.twice(x, y)"));

    private static RunResult run(String selection) {
        RunRequest request =
                RunRequest.of(1)
                        .with("x", new Input.Given(Programs.tensor(DType.FP32, i -> i, 1, 8)));
        return Engine.standard().verifying().run(TWO, selection, request);
    }

    @ParameterizedTest
    @CsvSource({".go_up, 6", ".go_twice, 10", "Steps.go_up, 6", "Steps.go_twice, 10"})
    void the_orchestration_that_is_asked_for_runs(String selection, double sixth) {
        RunResult result = run(selection);
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
        assertThat(result.output("y").get(5)).isEqualTo(sixth);
    }

    @Test
    void without_a_choice_the_choices_are_listed() {
        for (String selection : new String[] {"", "Steps"}) {
            RunResult result = run(selection);
            assertThat(result.verdict()).isEqualTo(Verdict.REJECT);
            assertThat(Programs.report(result))
                    .contains("error[no-entry]")
                    .contains("the chip orchestrations are go_up, go_twice")
                    .contains("say which one runs on device 0, for example --entry go_up");
        }
    }

    @Test
    void what_is_no_orchestration_is_a_problem_that_lists_them() {
        assertThat(Programs.report(run(".go_upp")))
                .contains("error[entry-unknown]: `go_upp` is no orchestration of `Steps`")
                .contains("the orchestrations are go_up, go_twice")
                .contains("did you mean `go_up`?");
        assertThat(Programs.report(run("Steps.up")))
                .contains("`up` is no orchestration of `Steps`");
    }

    @Test
    void an_orchestration_that_takes_windows_needs_a_host() {
        RunResult result =
                Engine.standard()
                        .run(Programs.example("signal_credits"), ".on_each_chip", RunRequest.of(1));
        assertThat(result.verdict()).isEqualTo(Verdict.REJECT);
        assertThat(result.problems())
                .extracting(p -> p.rule().id())
                .containsExactly("entry-window");
        assertThat(Programs.report(result))
                .contains("`on_each_chip` takes a window, so a run cannot start with it");
    }

    @Test
    void an_orchestration_that_another_calls_is_no_choice_of_its_own() {
        SourceText text =
                Programs.text(
                        "@pl.program\nclass Nested:\n"
                                + function(
                                        "InCore",
                                        "up",
                                        "return pl.store(pl.add(pl.load(x, [0, 0], [1, 8]), 1.0), [0, 0], y)")
                                + function("Orchestration", "inner", "return self.up(x, y)")
                                + function("Orchestration", "outer", "return self.inner(x, y)"));
        RunResult result = Engine.standard().run(text, "", RunRequest.of(1));
        assertThat(result.isOk()).as(Programs.report(result)).isTrue();
    }
}
