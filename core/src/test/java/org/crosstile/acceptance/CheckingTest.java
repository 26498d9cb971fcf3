package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.crosstile.engine.Engine;
import org.crosstile.engine.HostTensor;
import org.crosstile.engine.RunResult;
import org.crosstile.source.Problem;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Severity;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The programs of programs/checking about counts, sizes, cells and aliases. */
@Timeout(60)
class CheckingTest {
    private static final int[][] RECEIVED = {
        {0, 0, 4, 0}, {1, 2, 4, 0}, {4, 0, 4, 0}, {4, 4, 4, 0}
    };

    static List<CheckingCase> cases() {
        return Stream.of("pub6", "pub7", "pub8", "pub9")
                .flatMap(prefix -> CheckingCase.all(prefix + "_").stream())
                .toList();
    }

    private static String report(RunResult result) {
        return ProblemText.plain().render(result.problems());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_program_gives_the_verdict_that_its_head_says(CheckingCase program) {
        RunResult result = Engine.standard().run(program.source(), "", program.request());
        List<String> expected = program.head("expect");
        assertThat(result.verdict().word()).as(report(result)).isEqualTo(expected.getFirst());
        if (expected.size() > 1) {
            assertThat(result.problems())
                    .extracting(p -> p.rule().id())
                    .containsExactly(expected.get(1));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub6_kernel", "pub6_chip", "pub6_host"})
    void counts_that_do_not_fit_are_cut_and_told(String name) {
        CheckingCase program = CheckingCase.named(name);
        RunResult result = Engine.standard().run(program.source(), "", program.request());
        assertThat(result.isOk()).as(report(result)).isTrue();
        assertThat(result.rowsCrossed()).hasValue(25);
        assertThat(result.problems()).hasSize(2);
        assertThat(report(result))
                .contains("warning[rows-clamped]")
                .contains("rank 0 counts 9 rows for rank 3, and 4 are sent")
                .contains("rank 1 counts -3 rows for rank 0, and none is sent");
        HostTensor y = result.output("y");
        for (int rank = 0; rank < 4; rank++) {
            for (int from = 0; from < 4; from++) {
                int rows = RECEIVED[rank][from];
                assertThat(result.output("got").get(rank * 4 + from)).isEqualTo(rows);
                for (int i = 0; i < 32; i++) {
                    double sent = 10000 * from + 1000 * rank + 10 * (i / 8) + i % 8;
                    assertThat(y.get((rank * 4 + from) * 32 + i))
                            .as("rank %d, element %d from %d", rank, i, from)
                            .isEqualTo(i < rows * 8 ? sent : -7);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"pub6_kernel", "pub6_chip", "pub6_host"})
    void a_strict_run_fails_for_counts_that_do_not_fit(String name) {
        CheckingCase program = CheckingCase.named(name);
        RunResult result =
                Engine.standard().run(program.source(), "", program.request().strictly());
        assertThat(result.verdict()).isEqualTo(Verdict.REJECT);
        assertThat(result.problems()).extracting(Problem::severity).containsOnly(Severity.ERROR);
    }

    @Test
    void no_value_of_a_neighbouring_cell_is_lost() {
        CheckingCase program = CheckingCase.named("pub8_neighbours");
        RunResult result = Engine.standard().run(program.source(), "", program.request());
        assertThat(result.isOk()).as(report(result)).isTrue();
        for (int rank = 0; rank < 8; rank++) {
            assertThat(result.output("wrong").get(rank)).isZero();
            assertThat(result.output("seen").get(rank)).isEqualTo(2);
        }
    }

    @Test
    void views_that_overlap_are_named_with_the_bytes_that_are_in_both() {
        assertThat(reportOf("pub9_a_bad")).contains("bytes 0 to 767 are in both");
        assertThat(reportOf("pub9_b_bad"))
                .contains("`src` is bytes 0 to 767 of `both` and `dst` is bytes 256 to 1023")
                .contains("bytes 256 to 767 are in both");
        assertThat(reportOf("pub9_e_bad"))
                .contains("`local` is bytes 256 to 511 of `rows` and `rows` is bytes 0 to 767");
        CheckingCase moved = CheckingCase.named("pub9_b_run_bad");
        RunResult late =
                Engine.standard()
                        .run(moved.source(), "", CheckingCase.request(3, Map.of("at", "1")));
        assertThat(report(late))
                .contains("`src` is bytes 0 to 767 of `both_buf` and `dst` is bytes 256 to 1023")
                .contains("bytes 256 to 767 are in both");
        RunResult apart =
                Engine.standard()
                        .run(moved.source(), "", CheckingCase.request(3, Map.of("at", "3")));
        assertThat(apart.isOk()).as(report(apart)).isTrue();
    }

    private static String reportOf(String name) {
        CheckingCase program = CheckingCase.named(name);
        return report(Engine.standard().run(program.source(), "", program.request()));
    }

    @Test
    void a_piece_at_its_own_place_is_gathered() {
        CheckingCase program = CheckingCase.named("pub9_d_good");
        RunResult result = Engine.standard().run(program.source(), "", program.request());
        HostTensor y = result.output("y");
        for (int i = 0; i < 3 * 3 * 64; i++) {
            int from = i / 64 % 3;
            assertThat(y.get(i)).isEqualTo(1000 * from + 100 * from + i % 64);
        }
    }
}
