package org.crosstile.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/**
 * Each numbered rule of the operators has a test. The table {@code numbered-rules.txt} has a row
 * per rule: its number, and a test ({@code lower.StagingTest#name}) or a rule that a rule table
 * breaks ({@code rule id}).
 */
class NumberedRulesTest {
    private static final List<String> TABLE = table();

    private static List<String> table() {
        try (InputStream in = NumberedRulesTest.class.getResourceAsStream("numbered-rules.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(l -> !l.isBlank())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The numbers that the first line asks for: {@code covers R031-R067 R091-R101}. */
    private static Set<String> wanted() {
        Set<String> wanted = new TreeSet<>();
        for (String range : TABLE.getFirst().split(" ")) {
            if (range.contains("-")) {
                int from = Integer.parseInt(range.substring(1, 4));
                int to = Integer.parseInt(range.substring(6, 9));
                for (int i = from; i <= to; i++) {
                    wanted.add("R%03d".formatted(i));
                }
            }
        }
        return wanted;
    }

    private static List<String> rows() {
        return TABLE.subList(1, TABLE.size());
    }

    @Test
    void every_number_has_a_row() {
        Set<String> found = new TreeSet<>();
        rows().forEach(row -> found.add(row.substring(0, 4)));

        assertThat(found).isEqualTo(wanted());
    }

    @Test
    void every_row_names_a_test_or_a_rule_of_a_table() throws ClassNotFoundException {
        Set<String> broken = new HashSet<>();
        RuleTable.all(RuleTable.DIRECTORY)
                .forEach(t -> t.cases().forEach(one -> broken.add(one.rule())));
        RuleTable.all(RuleTable.DIRECTORY.resolve("program"))
                .forEach(t -> t.cases().forEach(one -> broken.add(one.rule())));
        List<String> wrong = new ArrayList<>();
        for (String row : rows()) {
            String[] words = row.split(" +");
            boolean fine =
                    words.length == 3 && words[1].equals("rule")
                            ? broken.contains(words[2])
                            : words.length == 2 && isTest(words[1]);
            if (!fine) {
                wrong.add(row);
            }
        }
        assertThat(wrong).isEmpty();
    }

    private static boolean isTest(String name) throws ClassNotFoundException {
        String[] parts = name.split("#");
        Method[] methods = Class.forName("org.crosstile." + parts[0]).getDeclaredMethods();
        return Arrays.stream(methods)
                .filter(m -> m.getName().equals(parts[1]))
                .anyMatch(m ->
                        m.isAnnotationPresent(Test.class)
                                || m.isAnnotationPresent(ParameterizedTest.class));
    }
}
