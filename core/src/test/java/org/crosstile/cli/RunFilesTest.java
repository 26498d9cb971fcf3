package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Files that a run reads and writes, and output that cannot be printed. */
@Timeout(60)
class RunFilesTest {
    private static final String HELLO = "../programs/examples/hello_rank.py";
    private static final String SUM = "../programs/isa/treduce_sum.ptoasm";

    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commands.execute(args);
    }

    @BeforeEach
    void fill() throws IOException {
        Files.createDirectory(folder.resolve("empty"));
        Files.createSymbolicLink(folder.resolve("device.npy"), Path.of("/dev/null"));
        Files.createSymbolicLink(folder.resolve("nowhere.npy"), folder.resolve("gone"));
        Files.writeString(folder.resolve("text.npy"), "this is no array");
        Files.writeString(folder.resolve("short.npy"), "x");
    }

    @AfterEach
    void unlink() throws IOException {
        Files.delete(folder.resolve("device.npy"));
    }

    private String[] words(String line, String program) {
        return Arrays.stream(line.replace("DIR", folder.toString()).split(" "))
                .map(word -> word.equals("FILE") ? program : word)
                .toArray(String[]::new);
    }

    /** The kernel's and the tile-level run have one way to write. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run FILE --out y=DIR/empty | is a directory",
                "run FILE --out y=DIR | is a directory",
                "run FILE --out y=/ | is a directory",
                "run FILE --out y=.. | is a directory",
                "run FILE --out y= | the name of a file is missing behind =",
                "run FILE --out y=DIR/no/y.npy | there is no directory for",
                "run FILE --out y=DIR/text.npy/y.npy | there is no directory for",
                "run FILE --out y=DIR/device.npy | is no regular file",
                "run FILE --out y=/dev/full | is no regular file",
                "run FILE --out y=DIR/nowhere.npy | is no regular file",
                "run FILE --out y=DIR/a.npy --out y=DIR/b.npy | --out y is given twice",
                "run FILE --out =DIR/a.npy | a name is missing before =",
                "run FILE --in x=ones --in x=zeros | --in x is given twice",
                "run FILE --in x=DIR/no.npy | there is no file",
                "run FILE --in x=DIR/empty | is neither a .npy file nor one of",
                "run FILE --in x=DIR/device.npy | this is no regular file",
                "run FILE --in x=DIR/nowhere.npy | there is no file",
                "run FILE --in x=DIR/text.npy | does not begin with",
                "run FILE --in x=DIR/short.npy | it has only 1 bytes"
            })
    void files_that_cannot_be_used_are_named_before_anything_runs(String line, String message)
            throws IOException {
        for (String program : new String[] {HELLO, SUM}) {
            err.getBuffer().setLength(0);

            assertThat(run(words(line, program))).isEqualTo(Exit.USAGE);

            assertThat(err.toString()).startsWith("error: --").contains(message);
            assertThat(err.toString()).doesNotContain("Exception");
        }
        assertThat(out.toString()).isEmpty();
        assertThat(folder.resolve("empty")).isEmptyDirectory();
        assertThat(folder.resolve("a.npy")).doesNotExist();
    }

    @Test
    void two_outputs_have_two_files() {
        String file = folder.resolve("y.npy").toString();
        String other = folder + "/empty/../y.npy";

        assertThat(
                        run(
                                "run",
                                "../programs/examples/all_to_all_v.py",
                                "--out",
                                "a=" + file,
                                "--out",
                                "b=" + other))
                .isEqualTo(Exit.USAGE);

        assertThat(err.toString()).contains("is the file of `").contains("` already");
    }

    /** What can only be found when the file is written is the environment's. */
    @ParameterizedTest
    @ValueSource(strings = {HELLO, SUM})
    void a_result_that_cannot_be_written_is_no_success(String program) {
        assertThat(run("run", program, "--out", "y=/proc/y.npy")).isEqualTo(Exit.ENVIRONMENT);

        assertThat(out.toString()).contains("OK  2 ranks");
        assertThat(err.toString()).startsWith("error: --out: ").doesNotContain("Exception");
    }

    @Test
    void a_run_replaces_its_own_input() throws IOException {
        String file = folder.resolve("x.npy").toString();
        assertThat(run("run", HELLO, "--in", "x=zeros", "--out", "y=" + file)).isZero();

        assertThat(run("run", HELLO, "--in", "x=" + file, "--out", "y=" + file)).isZero();

        assertThat(out.toString()).contains("min 0  max 2  sum 256");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(f -> f.getFileName().toString()))
                    .noneMatch(name -> name.endsWith(".partial"));
        }
    }

    @Test
    void what_cannot_be_printed_is_no_success() {
        OutputStream full =
                new OutputStream() {
                    @Override
                    public void write(int b) throws IOException {
                        throw new IOException("No space left on device");
                    }
                };
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(full)).setErr(new PrintWriter(err, true));

        int code = Main.printed(commands, commands.execute("ops"));

        assertThat(code).isEqualTo(Exit.ENVIRONMENT);
        assertThat(err.toString()).contains("stdout is closed or full");
        assertThat(Main.printed(commands, Exit.PROBLEMS)).isEqualTo(Exit.PROBLEMS);
    }

    @Test
    void names_may_have_any_letters() throws IOException {
        Path program = folder.resolve("größe 数.py");
        Files.copy(Path.of(HELLO), program);
        Path file = folder.resolve("ergebnis-ü.npy");

        assertThat(run("run", program.toString(), "--out", "y=" + file)).isZero();

        assertThat(file).isRegularFile();
    }
}
