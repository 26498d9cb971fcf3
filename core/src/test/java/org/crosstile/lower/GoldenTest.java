package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.crosstile.model.Program;
import org.crosstile.syntax.Printer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What lowering makes of small programs, as text to read. A directory of goldens is a case: {@code
 * input.py}, whose first line lists passes, and the program after each of them. {@code
 * -Dgolden.update=true} writes them anew; a build server must not.
 */
class GoldenTest {
    private static final Path GOLDENS =
            Path.of("src", "test", "resources", "org", "crosstile", "lower", "goldens");
    private static final String HEAD = "# stages: ";

    static List<Path> cases() throws IOException {
        try (Stream<Path> directories = Files.list(GOLDENS)) {
            return directories.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static boolean updates() {
        return Boolean.getBoolean("golden.update");
    }

    private static List<String> stages(String input) {
        String first = input.lines().findFirst().orElse("");
        assertThat(first).startsWith(HEAD);
        return List.of(first.substring(HEAD.length()).split(" "));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void lowering_reads_as_it_did(Path directory) throws IOException {
        String input = Files.readString(directory.resolve("input.py"));
        for (String stage : stages(input)) {
            Program program = Texts.after(stage, input);
            Texts.assertReadsBack(program);
            String text = Printer.print(program);
            Path golden = directory.resolve(stage + ".py");
            if (updates()) {
                assertThat(System.getenv("CI"))
                        .as("goldens are not written where CI=true")
                        .isNotEqualTo("true");
                Files.writeString(golden, text);
            }
            assertThat(text).as("%s", golden).isEqualTo(Files.readString(golden));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void a_directory_holds_the_stages_that_its_input_lists(Path directory) throws IOException {
        List<String> stages = stages(Files.readString(directory.resolve("input.py")));
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(f -> String.valueOf(f.getFileName())))
                    .containsExactlyInAnyOrderElementsOf(
                            Stream.concat(
                                            Stream.of("input.py"),
                                            stages.stream().map(s -> s + ".py"))
                                    .toList());
        }
    }

    @Test
    void every_collective_has_a_golden() throws IOException {
        String all = cases().stream().map(p -> String.valueOf(p.getFileName())).toList().toString();
        assertThat(all)
                .contains("barrier", "broadcast", "allgather", "all_to_all", "all_to_all_v")
                .contains("reduce_scatter", "allreduce_mesh", "allreduce_ring", "host_", "chip_");
    }
}
