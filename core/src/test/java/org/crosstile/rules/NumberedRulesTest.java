package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.engine.RuleBook;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Each numbered condition of the operators and of the language is shown to hold by a rule or a
 * test, or it is said why it cannot occur. The table is {@code numbered-rules.txt}; its head
 * describes the rows.
 */
class NumberedRulesTest {
    private static final List<String> TABLE = table();

    private static List<String> table() {
        try (InputStream in = NumberedRulesTest.class.getResourceAsStream("numbered-rules.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank() && !l.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isHead(String line) {
        return line.startsWith("covers ");
    }

    /** The numbers that the head asks for: {@code covers R 1-101 134}, {@code covers AR- 1-16}. */
    private static Set<String> wanted() {
        Set<String> wanted = new TreeSet<>();
        for (String line : TABLE.stream().filter(NumberedRulesTest::isHead).toList()) {
            String[] words = line.split(" ");
            for (String range : List.of(words).subList(2, words.length)) {
                String[] ends = range.split("-");
                if (!Character.isDigit(range.charAt(0))) {
                    wanted.add(words[1] + range);
                    continue;
                }
                for (int i = Integer.parseInt(ends[0]);
                        i <= Integer.parseInt(ends[ends.length - 1]);
                        i++) {
                    wanted.add(words[1] + number(words[1], i));
                }
            }
        }
        return wanted;
    }

    private static String number(String family, int i) {
        return switch (family) {
            case "R" -> "%03d".formatted(i);
            case "T" -> "%02d".formatted(i);
            default -> Integer.toString(i);
        };
    }

    private static List<String> rows() {
        return TABLE.stream().filter(l -> !isHead(l)).toList();
    }

    @Test
    void every_number_has_a_row() {
        Set<String> found = new TreeSet<>();
        rows().forEach(row -> found.add(row.substring(0, row.indexOf(' '))));

        assertThat(found).isEqualTo(wanted());
    }

    @Test
    void every_row_names_a_rule_that_is_broken_or_a_test_or_a_reason() {
        Set<String> broken = brokenRules();
        List<String> wrong = new ArrayList<>();
        for (String row : rows()) {
            String[] words = row.split(" ", 3);
            boolean fine =
                    words.length == 3
                            && switch (words[1]) {
                                case "rule" -> broken.contains(words[2]);
                                case "test" -> isTest(words[2]);
                                case "fine" -> isUnmarked(words[2]);
                                case "issue" -> words[2].matches("\\d+: .+");
                                case "never" -> !words[2].isBlank();
                                default -> false;
                            };
            if (!fine) {
                wrong.add(row);
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** The rules of the rule book that a table breaks, or the example of a page. */
    private static Set<String> brokenRules() {
        Set<String> broken = new HashSet<>();
        for (RuleTable table : tables()) {
            table.cases().forEach(one -> broken.add(one.rule()));
        }
        Set<String> known = new HashSet<>();
        RuleBook.standard()
                .all()
                .forEach(rule -> {
                    known.add(rule.id());
                    if (rule.page().isPresent()) {
                        broken.add(rule.id());
                    }
                });
        broken.retainAll(known);
        return broken;
    }

    private static List<RuleTable> tables() {
        List<RuleTable> tables = new ArrayList<>(RuleTable.all(RuleTable.DIRECTORY));
        tables.addAll(RuleTable.all(RuleTable.DIRECTORY.resolve("program")));
        return tables;
    }

    /** Whether the table {@code put.py} has a line that is not marked: {@code put.py LINE}. */
    private static boolean isUnmarked(String text) {
        String[] parts = text.split(" ", 2);
        for (RuleTable table : tables()) {
            if (table.file().endsWith(parts[0])) {
                for (int i = 1; i < table.lines().size(); i++) {
                    if (table.lines().get(i).strip().equals(parts[1])
                            && !table.lines().get(i - 1).strip().startsWith("# error:")) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    private static boolean isTest(String name) {
        String[] parts = name.split("#");
        try {
            return Arrays.stream(Class.forName("org.crosstile." + parts[0]).getDeclaredMethods())
                    .filter(m -> m.getName().equals(parts[1]))
                    .anyMatch(m ->
                            m.isAnnotationPresent(Test.class)
                                    || m.isAnnotationPresent(ParameterizedTest.class));
        } catch (ClassNotFoundException e) {
            return false;
        }
    }
}
