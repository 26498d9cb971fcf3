package org.crosstile.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.crosstile.abi.Chip;
import org.crosstile.model.Program;
import org.crosstile.source.Problem;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Reader;

/**
 * A file of programs/rules: a program of which every statement below a line {@code # error: <rule>}
 * must break just that rule, and nothing else may break any.
 */
record RuleTable(Path file, List<String> lines, List<Case> cases) {
    static final Path DIRECTORY = Path.of("../programs/rules");
    private static final String MARK = "# error:";
    private static final String HERE = "# HERE";

    /**
     * A statement that must fail.
     *
     * @param rule the rule that it breaks
     * @param first index of its first line
     * @param end index of the line after it
     */
    record Case(String rule, int first, int end) {}

    /** The chip that a table or a fixture is about: its name says so. */
    static Chip chip(String name) {
        return name.contains("950") ? Chip.ASCEND_950 : Chip.ASCEND_910B;
    }

    /** The tables of a directory. */
    static List<RuleTable> all(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(f -> f.toString().endsWith(".py"))
                    .sorted()
                    .map(RuleTable::read)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RuleTable read(Path file) {
        List<String> lines = lines(file);
        List<Case> cases = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).strip().startsWith(MARK)) {
                String rule = lines.get(i).strip().substring(MARK.length()).strip();
                cases.add(new Case(rule, i + 1, endOfStatement(lines, i + 1)));
            }
        }
        return new RuleTable(file, lines, cases);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A statement ends where a line is indented no further than it, outside of brackets. */
    private static int endOfStatement(List<String> lines, int first) {
        int depth = 0;
        int i = first;
        do {
            for (char c : lines.get(i).toCharArray()) {
                depth += "([{".indexOf(c) >= 0 ? 1 : ")]}".indexOf(c) >= 0 ? -1 : 0;
            }
            i++;
        } while (i < lines.size()
                && (depth > 0 || indent(lines.get(i)) > indent(lines.get(first))));
        return i;
    }

    private static int indent(String line) {
        return line.isBlank() ? 0 : line.length() - line.stripLeading().length();
    }

    /** The problems of the table with one of its failing statements, or with none of them. */
    List<Problem> problems(List<Case> kept, BiConsumer<Program, Problems> check) {
        List<String> text = new ArrayList<>(lines);
        for (Case one : cases) {
            for (int i = one.first(); !kept.contains(one) && i < one.end(); i++) {
                text.set(i, "");
            }
        }
        return check(file.toString(), String.join("\n", text) + "\n", check);
    }

    /** The problems of a fixture with a snippet in it. */
    static List<Problem> inFixture(
            String fixture, String snippet, BiConsumer<Program, Problems> check) {
        Path file = DIRECTORY.resolve("fixtures").resolve(fixture + ".py");
        List<String> text = new ArrayList<>();
        for (String line : lines(file)) {
            if (line.strip().equals(HERE)) {
                snippet.lines().forEach(s -> text.add(" ".repeat(indent(line)) + s));
            } else {
                text.add(line);
            }
        }
        return check(file.toString(), String.join("\n", text) + "\n", check);
    }

    private static List<Problem> check(
            String name, String text, BiConsumer<Program, Problems> check) {
        Problems problems = new Problems();
        List<Program> programs =
                Reader.load(new SourceText(name, text), LoadOptions.of(4), problems).programs();
        programs.forEach(program -> check.accept(program, problems));
        return problems.sorted();
    }
}
