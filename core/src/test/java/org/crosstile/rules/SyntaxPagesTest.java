package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.syntax.SyntaxRules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The examples on the pages of the rules of the language. */
class SyntaxPagesTest {
    /** Broken by how a file is used, not by what stands in it. */
    private static final String WHICH = "which-program";

    static List<Rule> rules() {
        return SyntaxRules.all();
    }

    @ParameterizedTest
    @MethodSource("rules")
    void the_examples_break_the_rule_and_keep_it(Rule rule) {
        Rule.Page page =
                rule.page().orElseThrow(() -> new AssertionError(rule.id() + " has no page"));

        if (!rule.id().equals(WHICH)) {
            assertThat(ids(page, page.bad())).as(page.bad()).containsExactly(rule.id());
        }
        assertThat(ids(page, page.good())).as(page.good()).isEmpty();
    }

    private static List<String> ids(Rule.Page page, String snippet) {
        List<Problem> problems = RuleTable.inFixture(page.where(), snippet, (program, more) -> {});
        return problems.stream().map(p -> p.rule().id()).toList();
    }
}
