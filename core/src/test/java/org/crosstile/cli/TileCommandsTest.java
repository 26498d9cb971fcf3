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
    }

    @Test
    void a_text_runs_on_the_chip_that_it_names_unless_another_is_asked_for() throws IOException {
        assertThat(execute("check", CCU)).isZero();
        assertThat(execute("run", CCU)).isZero();
        assertThat(out.toString()).contains("OK  2 ranks on A5 cores");
        assertThat(execute("check", CCU, "--chip", "950")).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(execute("check", CCU, "--chip", "910B")).isEqualTo(1);
        assertThat(err.toString()).contains("error[asm-target]");
        Path lowered = directory.resolve("lowered.ptoasm");
        String sum = Files.readString(Path.of(SUM)).replaceFirst("attributes [{].*?[}]", "");
        Files.writeString(lowered, sum);
        out.getBuffer().setLength(0);
        assertThat(execute("lower", lowered.toString(), "--chip", "950")).isZero();
        assertThat(out.toString()).startsWith("module attributes {pto.target_arch = \"a5\"} {");
    }

    private static final String POLLS =
            """
            func.func @f(%sig: !pto.memref<1xi32, window> {pto.scratch}) {
              %me = pto.rank : index
              %c0 = arith.constant 0 : index
              %c1 = arith.constant 1 : index
              %many = arith.constant 1000000000 : index
              %one = arith.constant 1 : i32
              scf.for %i = %c0 to %many step %c1 {
                %there = ttest %sig, %one {cmp = #pto.cmp<GE>}
                scf.if %there {
                  WORK
                }
              }
              return
            }
            """;

    @Test
    void ranks_that_poll_each_other_are_a_deadlock_with_its_line() throws IOException {
        Path file = directory.resolve("polls.ptoasm");
        Files.writeString(file, POLLS.replace("WORK", "pto.barrier <PIPE_ALL>"));

        assertThat(execute("run", file.toString(), "--ranks", "3")).isEqualTo(1);

        assertThat(out.toString()).contains("DEADLOCK  3 ranks");
        assertThat(err.toString())
                .contains("polls.ptoasm:8:5")
                .contains("ranks 0, 1, 2 poll here for ever")
                .contains("note: rank 0 polls by TTEST for `sig` >= 1, and it is 0; rank 1 polls");
    }

    @Test
    void a_time_limit_ends_ranks_that_poll_and_says_where_they_are() throws IOException {
        Path file = directory.resolve("beats.ptoasm");
        Files.writeString(
                file,
                POLLS.replace(
                                "%there = ttest",
                                "tnotify %sig, %one {op = #pto.notify_op<Set>}\n    %there = ttest")
                        .replace("WORK", "pto.barrier <PIPE_ALL>"));

        assertThat(execute("run", file.toString(), "--ranks", "2", "--timeout", "0.2"))
                .isEqualTo(1);

        assertThat(err.toString())
                .contains("error[isa-time-limit]: a run must end within its time limit")
                .containsPattern("rank [01] (stands|polls) here|ranks 0, 1 (stand|poll) here")
                .contains("note: it has run for 0.2 s");
        assertThat(out.toString()).contains("TIMEOUT  2 ranks");
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
                "explore SUM | a tile-level text has one schedule",
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
