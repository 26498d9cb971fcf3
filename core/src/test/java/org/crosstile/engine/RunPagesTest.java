package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.crosstile.diagnose.DeadlockReport;
import org.crosstile.diagnose.RunFaults;
import org.crosstile.ranks.RankRules;
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
        return Stream.of(RankRules.all(), RunFaults.rules(), List.of(DeadlockReport.RULE))
                .flatMap(List::stream)
                .filter(rule -> rule.page().isPresent())
                .toList();
    }

    @ParameterizedTest
    @MethodSource("explained")
    void the_examples_of_a_page_break_its_rule_and_keep_it(Rule rule) {
        Rule.Page page = rule.page().orElseThrow();
        RunResult bad = Programs.run(text(page.where(), page.bad()), 2);
        assertThat(bad.problems().stream().map(Problem::rule).map(Rule::id))
                .as(Programs.report(bad))
                .containsExactly(rule.id());
        RunResult good = Programs.run(text(page.where(), page.good()), 2);
        assertThat(good.isOk()).as(Programs.report(good)).isTrue();
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
