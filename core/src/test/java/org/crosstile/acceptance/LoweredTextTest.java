package org.crosstile.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.crosstile.abi.Chip;
import org.crosstile.check.Checker;
import org.crosstile.lower.Pipeline;
import org.crosstile.model.Program;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problems;
import org.crosstile.source.Severity;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.crosstile.syntax.Reader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What {@code lower} prints after any pass is a program that is accepted as the one it was made of,
 * and comes out of all passes as the same text.
 */
class LoweredTextTest {
    private static final Path PROGRAMS = Path.of("../programs");

    static Stream<Path> programs() throws IOException {
        List<Path> found = new ArrayList<>();
        for (String folder : List.of("examples", "checking", "races")) {
            try (Stream<Path> files = Files.list(PROGRAMS.resolve(folder))) {
                files.filter(f -> f.toString().endsWith(".py")).sorted().forEach(found::add);
            }
        }
        return found.stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void every_stage_is_accepted_and_ends_as_the_same_text(Path file) {
        Problems problems = new Problems();
        Pipeline pipeline = pipeline();
        for (Program program : read(file.toString(), text(file), problems)) {
            Checker.check(program, Chip.ASCEND_910B, problems);
            Map<String, String> stages = new LinkedHashMap<>();
            if (!problems.hasErrors()) {
                pipeline.runShowing(
                        program,
                        problems,
                        (pass, image) -> stages.putIfAbsent(Printer.print(image), pass.name()));
            }
            if (problems.hasErrors()) {
                continue;
            }
            String last = List.copyOf(stages.keySet()).getLast();
            stages.forEach((text, pass) -> assertEndsAs(last, pass, text, rules(problems)));
        }
    }

    private static void assertEndsAs(String last, String pass, String text, List<String> known) {
        Problems problems = new Problems();
        List<Program> programs = read("after " + pass, text, problems);
        programs.forEach(p -> Checker.check(p, Chip.ASCEND_910B, problems));
        assertThat(rules(problems)).as(pass + "\n" + text).isSubsetOf(known);
        assertThat(programs).as(pass).hasSize(1);
        Program again = pipeline().run(programs.getFirst(), problems);
        assertThat(rules(problems)).as(pass + "\n" + text).isSubsetOf(known);
        if (text.equals(last)) {
            assertThat(Printer.print(again)).as(pass).isEqualTo(last);
        }
    }

    private static List<String> rules(Problems problems) {
        return problems.sorted().stream()
                .filter(p -> p.severity() == Severity.ERROR)
                .map(p -> p.rule().id() + ": " + p.headline() + " at " + p.primary().span().line())
                .toList();
    }

    private static Pipeline pipeline() {
        return Pipeline.standard(Catalogue.standard().all());
    }

    private static List<Program> read(String name, String text, Problems problems) {
        return Reader.load(new SourceText(name, text), LoadOptions.of(4), problems).programs();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
