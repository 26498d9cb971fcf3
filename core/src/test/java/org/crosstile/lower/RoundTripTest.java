package org.crosstile.lower;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.crosstile.model.Program;
import org.crosstile.model.Structure;
import org.crosstile.operators.Catalogue;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.crosstile.syntax.Printer;
import org.crosstile.syntax.Reader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every pass makes of the examples is text that reads back equal. */
class RoundTripTest {
    static List<Path> examples() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../programs/examples"))) {
            return files.filter(f -> f.toString().endsWith(".py")).sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_stage_reads_back_equal(Path file) throws IOException {
        Problems problems = new Problems();
        SourceText text = new SourceText(file.toString(), Files.readString(file));
        Pipeline pipeline = Pipeline.standard(Catalogue.standard().all()).verifying();

        for (Program program : Reader.load(text, LoadOptions.of(4), problems).programs()) {
            pipeline.runShowing(program, problems, (pass, image) -> assertReadsBack(pass, image));
        }

        assertThat(problems.sorted()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void every_stage_can_be_lowered_again(Path file) throws IOException {
        Problems problems = new Problems();
        SourceText text = new SourceText(file.toString(), Files.readString(file));
        Pipeline pipeline = Pipeline.standard(Catalogue.standard().all()).verifying();
        for (Program program : Reader.load(text, LoadOptions.of(4), problems).programs()) {
            Program once = pipeline.run(program, problems);
            for (String pass : pipeline.names()) {
                Program image = pipeline.runTo(pass, program, problems);

                Program again = pipeline.run(image, problems);

                assertThat(Printer.print(again).lines().count())
                        .as("%s%n%s", pass, Printer.print(again))
                        .isEqualTo(Printer.print(once).lines().count());
            }
        }

        assertThat(problems.sorted()).isEmpty();
    }

    private static void assertReadsBack(Pass pass, Program image) {
        Problems problems = new Problems();
        String printed = Printer.print(image);
        List<Program> read =
                Reader.load(new SourceText(pass.name(), printed), LoadOptions.of(4), problems)
                        .programs();

        assertThat(problems.sorted()).as("%s%n%s", pass.name(), printed).isEmpty();
        assertThat(Structure.same(image, read.getFirst()))
                .as("%s%n%s", pass.name(), printed)
                .isTrue();
    }
}
