package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.crosstile.abi.Chip;
import org.crosstile.check.Checker;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Function;
import org.crosstile.model.Op;
import org.crosstile.model.Program;
import org.crosstile.model.Walk;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rule tables of the operators, and the examples on the pages of their rules. */
class RuleTableTest {
    static List<RuleTable> tables() {
        return RuleTable.all(RuleTable.DIRECTORY);
    }

    static List<Rule> explainedRules() {
        return Catalogue.standard().all().stream()
                .flatMap(op -> op.rules().stream())
                .filter(rule -> rule.page().isPresent())
                .distinct()
                .toList();
    }

    static List<Rule> explainedProgramRules() {
        return Checker.rules().stream()
                .filter(rule -> rule.page().isPresent() && !rule.equals(Checker.NO_ENTRY))
                .toList();
    }

    static List<Rule> explainedPassRules() {
        return Pipeline.rules().stream().filter(rule -> rule.page().isPresent()).toList();
    }

    /** What operators ask at a place, besides what they ask everywhere. */
    private static void checkPlaces(Program program, Problems problems) {
        for (Function f : program.functions()) {
            if (!f.isSubWorker()) {
                Walk.calls(f.body(), call -> call.op().checkAt(call, f.place(), problems));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("tables")
    void marked_statements_break_their_rule_and_the_others_none(RuleTable table) {
        List<String> wrong = new ArrayList<>();
        for (Problem problem : table.problems(List.of(), RuleTableTest::checkPlaces)) {
            wrong.add(describe(problem));
        }
        for (RuleTable.Case one : table.cases()) {
            List<Problem> found = table.problems(List.of(one), RuleTableTest::checkPlaces);
            boolean asMarked =
                    found.size() == 1
                            && found.getFirst().rule().id().equals(one.rule())
                            && isInside(found.getFirst(), one);
            if (!asMarked && wrong.isEmpty()) {
                wrong.add(
                        (one.first() + 1)
                                + ": must break "
                                + one.rule()
                                + ", found "
                                + found.stream().map(RuleTableTest::describe).toList());
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
                + problem.headline()
                + ": "
                + problem.primary().text();
    }

    @Test
    void every_rule_of_an_operator_is_in_a_table() {
        Set<String> broken = new LinkedHashSet<>();
        tables().forEach(table -> table.cases().forEach(one -> broken.add(one.rule())));
        Set<String> missing = new TreeSet<>();
        for (Op op : Catalogue.standard().all()) {
            Stream.concat(op.slotRules().stream(), op.rules().stream())
                    .map(Rule::id)
                    .filter(id -> !broken.contains(id))
                    .forEach(missing::add);
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void no_table_marks_a_rule_that_does_not_exist() {
        Set<String> known = new TreeSet<>();
        for (Op op : Catalogue.standard().all()) {
            Stream.concat(op.slotRules().stream(), op.rules().stream())
                    .map(Rule::id)
                    .forEach(known::add);
        }
        List<String> unknown = new ArrayList<>();
        for (RuleTable table : tables()) {
            for (RuleTable.Case one : table.cases()) {
                if (!known.contains(one.rule()) && !one.rule().startsWith("call-")) {
                    unknown.add(table.file() + ": " + one.rule());
                }
            }
        }
        assertThat(unknown).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("explainedRules")
    void the_examples_of_an_operators_page_break_its_rule_and_keep_it(Rule rule) {
        checkExamples(rule, RuleTableTest::checkPlaces);
    }

    @ParameterizedTest
    @MethodSource("explainedProgramRules")
    void the_examples_of_a_programs_page_break_its_rule_and_keep_it(Rule rule) {
        Chip chip = RuleTable.chip(rule.page().orElseThrow().where());
        checkExamples(rule, (program, problems) -> Checker.check(program, chip, problems));
    }

    @ParameterizedTest
    @MethodSource("explainedPassRules")
    void the_examples_of_a_passs_page_break_its_rule_and_keep_it(Rule rule) {
        Pipeline pipeline = Pipeline.standard(Catalogue.standard().all());
        checkExamples(rule, pipeline::run);
    }

    private static void checkExamples(Rule rule, BiConsumer<Program, Problems> check) {
        Rule.Page page = rule.page().orElseThrow();
        List<Problem> bad = RuleTable.inFixture(page.where(), page.bad(), check);
        assertThat(bad.stream().map(p -> p.rule().id()).toList())
                .as(
                        "%s in %s: %s",
                        page.bad(),
                        page.where(),
                        bad.stream().map(RuleTableTest::describe).toList())
                .containsExactly(rule.id());
        List<Problem> good = RuleTable.inFixture(page.where(), page.good(), check);
        assertThat(good.stream().map(RuleTableTest::describe).toList())
                .as("%s in %s", page.good(), page.where())
                .isEmpty();
    }

    @Test
    void pages_give_a_reason_and_two_different_examples() {
        List<Rule> all = new ArrayList<>(explainedRules());
        all.addAll(explainedProgramRules());
        all.addAll(explainedPassRules());
        for (Rule rule : all) {
            Rule.Page page = rule.page().orElseThrow();
            assertThat(page.why()).as(rule.id()).endsWith(".");
            assertThat(page.bad()).as(rule.id()).isNotEqualTo(page.good());
        }
    }
}
