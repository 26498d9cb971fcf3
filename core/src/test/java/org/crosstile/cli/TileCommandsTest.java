package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** The commands on tile-level texts, as a user types them. */
@Timeout(60)
class TileCommandsTest {
    private static final String SUM = "../programs/isa/treduce_sum.ptoasm";
    private static final String CCU = "../programs/isa/ccu_reduce.ptoasm";

    @TempDir Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int execute(String... args) {
        CommandLine line = Main.commandLine();
        line.setOut(new PrintWriter(out));
        line.setErr(new PrintWriter(err));
        return line.execute(args);
    }

    @Test
    void run_shows_the_outputs_and_when_which_pipe_worked() {
        int code = execute("run", SUM, "--ranks", "4", "--in", "x=ones", "--timeline");

        assertThat(err.toString()).isEmpty();
        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("y  FP32 [4, 128, 128]  min 0  max 4  sum 65536  [4, 4, 4, 4, 4, 4, ...]")
                .contains("OK  4 ranks on A2/A3 cores")
                .contains("timeline  ")
                .containsPattern("rank 0 MTE2 +#")
                .containsPattern("rank 0 V +\\.+.*%");
    }

    @Test
    void costs_are_overridden_by_a_file() throws IOException {
        Path costs = directory.resolve("costs.properties");
        Files.writeString(costs, "a3.mte2.remote=1\n");
        execute("run", SUM, "--timeline", "--costs", costs.toString());

        assertThat(out.toString()).containsPattern("timeline  \\d{5} cycles");
    }

    @Test
    void outputs_are_written_and_read_as_npy() throws IOException {
        Path file = directory.resolve("y.npy");

        assertThat(execute("run", SUM, "--ranks", "2", "--in", "x=arange", "--out", "y=" + file))
                .isZero();
        assertThat(execute("run", SUM, "--ranks", "2", "--in", "x=" + file)).isZero();
        assertThat(Files.size(file)).isGreaterThan(2 * 128 * 128 * 4);
        assertThat(execute("run", SUM, "--ranks", "3", "--in", "x=" + file)).isEqualTo(1);
        assertThat(err.toString()).contains("asm-argument");
    }

    @Test
    void lower_and_check() {
        assertThat(execute("lower", SUM)).isZero();
        assertThat(out.toString()).contains("%treduce_pong = pto.alloc_tile {addr = 32768 : i32}");
        assertThat(execute("check", SUM)).isZero();
        assertThat(out.toString()).contains("OK  1 file, 1 program: 0 errors");
        assertThat(execute("check", CCU)).isEqualTo(1);
        assertThat(err.toString()).contains("error[asm-target]");
        assertThat(execute("check", CCU, "--chip", "950")).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "run SUM --on simulated | a tile-level text runs once",
                "run SUM --repeat 2 | a tile-level text runs once",
                "run SUM --costs none | there is no file none",
                "run SUM --in z=ones | the function has no tensor `z`",
                "run SUM --out x=x.npy | `x` is no output",
                "lower SUM --diff | a tile-level text has one pass",
                "run ../programs/examples/hello_rank.py --timeline | are for tile-level texts"
            })
    void bad_usage(String line, String message) {
        int code = execute(line.replace("SUM", SUM).split(" "));

        assertThat(err.toString()).contains(message);
        assertThat(code).isEqualTo(2);
    }

    @Test
    void explain_shows_the_text_of_a_page() {
        assertThat(execute("explain", "isa-race")).isZero();
        assertThat(out.toString()).contains("tstore %y, %t after(%loaded)");
    }

    @Test
    void json_has_result_and_timeline_in_one_tree() {
        execute("run", SUM, "--format", "json", "--timeline");

        assertThat(out.toString()).startsWith("{").contains("\"verdict\"").contains("\"timeline\"");
    }
}
