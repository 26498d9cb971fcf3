package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.crosstile.memory.Fill;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.source.Problem;
import org.crosstile.source.Rule;
import org.crosstile.source.SourceText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/fresh-memory.md says comes of its programs does. */
@Timeout(120)
class FreshMemoryPageTest {
    private static final Path PAGE =
            Path.of(System.getProperty("crosstile.root", ".."), "docs", "fresh-memory.md");
    private static final Pattern SHOWN =
            Pattern.compile(
                    "^```python\n(.*?)^```\n\n```text\n(.*?)^```",
                    Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern FILLED = Pattern.compile("--fill (\\w+): y begins with (.*)");

    @Test
    void every_program_comes_out_as_the_page_says() throws IOException {
        String page = Files.readString(PAGE);
        List<MatchResult> all = SHOWN.matcher(page).results().toList();

        assertThat(all).hasSizeGreaterThan(6);
        for (MatchResult shown : all) {
            List<String> lines = shown.group(2).lines().toList();
            assertThat(outcome(shown.group(1))).as(shown.group(1)).isEqualTo(lines.getFirst());
            for (String line : lines.subList(1, lines.size())) {
                MatchResult filled =
                        FILLED.matcher(line)
                                .results()
                                .findFirst()
                                .orElseThrow(() -> new AssertionError(line));
                double found = first(shown.group(1), Fill.valueOf(filled.group(1)));
                assertThat(Double.toString(found)).as(line).isEqualTo(filled.group(2));
            }
        }
    }

    @Test
    void every_rule_of_the_table_exists() throws IOException {
        List<String> named =
                Pattern.compile("UNINIT ([\\w-]+)")
                        .matcher(Files.readString(PAGE))
                        .results()
                        .map(found -> found.group(1))
                        .distinct()
                        .toList();

        assertThat(RuleBook.standard().all().stream().map(Rule::id).toList()).containsAll(named);
    }

    private static SourceText program(String lines) {
        return Programs.kernel(lines + "return y\n");
    }

    private static String outcome(String lines) {
        RunResult result =
                Engine.standard()
                        .run(program(lines), "", RunRequest.of(2).scheduled(Schedule.uniform(1)));
        String rules =
                result.problems().stream()
                        .map(Problem::rule)
                        .map(Rule::id)
                        .distinct()
                        .collect(Collectors.joining(" "));
        return (result.verdict().word() + " " + rules).strip();
    }

    private static double first(String lines, Fill fill) {
        RunResult result = Engine.standard().run(program(lines), "", RunRequest.of(2).filled(fill));
        return result.output("y").get(0);
    }
}
