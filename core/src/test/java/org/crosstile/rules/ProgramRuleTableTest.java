package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.crosstile.check.Checker;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Program;
import org.crosstile.operators.Catalogue;
import org.crosstile.operators.HostRules;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tables of the rules about whole programs, and the pages of the rules that only lowering
 * applies.
 */
class ProgramRuleTableTest {
    private static final Path DIRECTORY = RuleTable.DIRECTORY.resolve("program");
    private static final Pipeline PIPELINE =
            Pipeline.standard(Catalogue.standard().all()).verifying();

    /** Are about what is missing; no statement breaks them. */
    private static final Set<String> WITHOUT_STATEMENT = Set.of("no-entry", "defer-wait-called");

    /** The tables about lowering. */
    private static final Set<String> LOWERED =
            Set.of("lowering.py", "lowering_mixed.py", "host_collectives.py");

    static List<RuleTable> tables() {
        return RuleTable.all(DIRECTORY);
    }

    static List<Rule> rulesOfLowering() {
        return Stream.concat(Pipeline.rules().stream(), HostRules.all().stream()).toList();
    }

    /** Checks, and lowers if the table is about that. */
    private static void check(RuleTable table, Program program, Problems problems) {
        Checker.check(program, RuleTable.chip(table.file().toString()), problems);
        if (LOWERED.contains(String.valueOf(table.file().getFileName())) && !problems.hasErrors()) {
            PIPELINE.run(program, problems);
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void marked_statements_break_their_rule_and_the_others_none(RuleTable table) {
        List<String> wrong = new ArrayList<>();
        table.problems(List.of(), (p, problems) -> check(table, p, problems))
                .forEach(p -> wrong.add(describe(p)));
        for (RuleTable.Case one : table.cases()) {
            List<Problem> found =
                    table.problems(List.of(one), (p, problems) -> check(table, p, problems));
            if (found.size() != 1
                    || !found.getFirst().rule().id().equals(one.rule())
                    || !isInside(found.getFirst(), one)) {
                wrong.add(
                        (one.first() + 1)
                                + ": must break "
                                + one.rule()
                                + ", found "
                                + found.stream().map(ProgramRuleTableTest::describe).toList());
            }
        }
        assertThat(wrong).as(table.file().toString()).isEmpty();
    }

    private static boolean isInside(Problem problem, RuleTable.Case one) {
        int line = problem.primary().span().line() - 1;
        return line >= one.first() && line < one.end();
    }

    private static String describe(Problem problem) {
        return problem.primary().span().line()
                + ": "
                + problem.rule().id()
                + ": "
                + problem.headline();
    }

    @Test
    void every_rule_is_in_a_table_and_every_table_marks_rules() {
        Set<String> marked = new TreeSet<>();
        tables().forEach(table -> table.cases().forEach(one -> marked.add(one.rule())));
        Set<String> known = new TreeSet<>();
        Stream.concat(Checker.rules().stream(), rulesOfLowering().stream())
                .map(Rule::id)
                .forEach(known::add);
        known.removeAll(WITHOUT_STATEMENT);

        assertThat(marked).isEqualTo(known);
    }

    @ParameterizedTest
    @MethodSource("rulesOfLowering")
    void the_examples_of_a_page_break_its_rule_and_keep_it(Rule rule) {
        Rule.Page page = rule.page().orElseThrow();

        assertThat(inFixture(page, page.bad())).as(page.bad()).containsExactly(rule.id());
        assertThat(inFixture(page, page.good())).as(page.good()).isEmpty();
    }

    private static List<String> inFixture(Rule.Page page, String snippet) {
        return RuleTable.inFixture(page.where(), snippet, PIPELINE::run).stream()
                .map(p -> p.rule().id())
                .toList();
    }
}
