package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands as a user types them: output, errors and exit codes. */
class CommandsTest {
    private static final String EXAMPLES = "../programs/examples/";

    @TempDir private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commands.execute(args);
    }

    @Test
    void a_run_summarises_its_outputs() {
        int code = run("run", EXAMPLES + "allreduce.py", "--ranks", "3", "--in", "x=ones");

        assertThat(code).isZero();
        assertThat(out.toString())
                .contains("y  FP32 [3, 1, 4096]  min 3  max 3  sum 36864  [3, 3, 3, 3, 3, 3, ...]")
                .contains("OK  3 ranks on threads");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void an_exploration_counts_outcomes() {
        int code = run("explore", EXAMPLES + "allreduce.py", "--ranks", "3", "--schedules", "12");

        assertThat(code).isZero();
        assertThat(out.toString()).endsWith("OK  12 schedules of 3 ranks: 12 OK\n");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_failing_exploration_gives_a_command_that_fails_again() {
        String file = EXAMPLES + "deadlock_on_purpose.py";
        int code = run("explore", file, "--ranks", "4", "--schedules", "9", "--format", "json");

        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        assertThat(code).isEqualTo(1);
        assertThat(tree.get("verdict").asString()).isEqualTo("DEADLOCK");
        assertThat(tree.get("counts").get("DEADLOCK").asInt()).isEqualTo(9);
        assertThat(tree.get("problems").size()).isEqualTo(1);
        String[] replay = tree.get("replay").asString().split(" ");
        assertThat(replay).startsWith("crosstile", "run", file, "--ranks", "2");
        assertThat(run(Arrays.copyOfRange(replay, 1, replay.length))).isEqualTo(1);
        assertThat(out.toString()).endsWith("DEADLOCK  2 ranks on simulated\n");
    }

    @Test
    void an_exploration_takes_cores_and_says_that_its_replay_has_fewer_ranks() {
        String file = EXAMPLES + "deadlock_on_purpose.py";
        int code = run("explore", file, "--ranks", "4", "--schedules", "3", "--aiv", "7");

        assertThat(code).isEqualTo(1);
        assertThat(out.toString())
                .contains("replay: crosstile run " + file + " --ranks 2 --aiv 7 --on simulated")
                .contains("the replay has 2 ranks instead of 4: the same is found there");
    }

    @Test
    void several_numbers_of_ranks_are_tried_in_one_call() {
        String file = EXAMPLES + "deadlock_on_purpose.py";

        assertThat(run("run", file, "--ranks", "1..3")).isEqualTo(1);
        assertThat(out.toString())
                .contains("OK  1 rank on threads")
                .contains("DEADLOCK  3 ranks on threads")
                .endsWith("DEADLOCK  3 numbers of ranks: OK with 1; DEADLOCK with 2, 3\n");
        assertThat(run("check", EXAMPLES + "allreduce.py", "--ranks=2,4")).isZero();
        assertThat(out.toString()).endsWith("OK  2 numbers of ranks: OK with 2, 4\n");
        assertThat(run("explore", EXAMPLES + "allreduce.py", "--schedules", "2", "--ranks", "2,3"))
                .isZero();
        assertThat(out.toString()).endsWith("OK  2 numbers of ranks: OK with 2, 3\n");
    }

    @Test
    void several_numbers_of_ranks_are_one_json_document() {
        int code = run("run", EXAMPLES + "allreduce.py", "--ranks", "3,2", "--format", "json");

        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        assertThat(code).isZero();
        assertThat(tree.get("verdict").asString()).isEqualTo("OK");
        assertThat(tree.get("counts").get(0).get("ranks").asInt()).isEqualTo(2);
        assertThat(tree.get("counts").get(1).get("result").get("ranks").asInt()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "lower allreduce.py --ranks 2,3:several numbers for check, run and explore only",
                "run allreduce.py --ranks 2..3 --out y=y.npy:--out needs one number of ranks",
                "run allreduce.py --ranks 3..2:--ranks must be between 1 and 4096, and not 3..2"
            })
    void numbers_of_ranks_that_cannot_be_tried(String call) {
        String[] parts = call.split(":", 2);
        String[] words = parts[0].split(" ");
        words[1] = EXAMPLES + words[1];

        assertThat(run(words)).isEqualTo(2);
        assertThat(err.toString()).contains(parts[1]);
    }

    /** Fails as a defect of ours would. */
    @CommandLine.Command(name = "broken")
    static final class Broken implements Runnable {
        @CommandLine.Option(names = "--format", defaultValue = "text")
        private Format format = Format.text;

        @Override
        public void run() {
            throw new IllegalStateException("broken, " + format);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"text", "json"})
    void a_defect_prints_its_trace_and_json_stays_json(String format) {
        CommandLine commands = Main.commandLine().addSubcommand(new Broken());
        commands.setOut(new PrintWriter(out, true));
        commands.setErr(new PrintWriter(new BufferedWriter(err), true));

        int code = commands.execute("broken", "--format", format);

        assertThat(code).isEqualTo(70);
        assertThat(err.toString())
                .contains("internal error: java.lang.IllegalStateException: broken, " + format)
                .contains("at org.crosstile.cli.CommandsTest$Broken.run(CommandsTest.java:");
        if (format.equals("text")) {
            assertThat(out.toString()).isEmpty();
        } else {
            JsonNode tree = JsonMapper.shared().readTree(out.toString());
            assertThat(tree.get("verdict").asString()).isEqualTo("DEFECT");
            assertThat(tree.get("exit").asInt()).isEqualTo(70);
            assertThat(tree.get("trace").toString()).contains("CommandsTest$Broken.run");
        }
    }

    @Test
    void an_exhaustive_exploration_says_that_it_is_complete() {
        int code = run("explore", EXAMPLES + "barrier_by_hand.py", "--exhaustive");

        assertThat(code).isZero();
        assertThat(out.toString()).endsWith("OK  all 9 interleavings of 2 ranks: 9 OK\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run --on simulatd: did you mean simulated?",
                "run --on threads --strategy uniform:--strategy needs --on simulated",
                "run --on simulated --strategy lazy:--strategy must be one of uniform, priority",
                "run --on simulated --memory flat:--memory must be one of sequential, in-flight, line",
                "run --delay rank=1:--delay must be of the form rank=2,line=14,ms=50",
                "run --delay rank=2,line=3,ms=1:--delay: there is no rank 2 of 2",
                "explore --schedules 0:--schedules must be between 1 and",
                "explore --exhaustive --memory line:--exhaustive needs --memory sequential or in-flight"
            })
    void bad_choices_of_a_world_are_usage_errors(String line) {
        int colon = line.indexOf(':');
        String[] words = (line.substring(0, colon) + " " + EXAMPLES + "allreduce.py").split(" ");

        assertThat(run(words)).isEqualTo(2);
        assertThat(err.toString()).contains(line.substring(colon + 1));
    }

    @Test
    void a_run_as_json() {
        int code = run("run", EXAMPLES + "allreduce.py", "--in", "x=arange", "--format", "json");

        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        assertThat(code).isZero();
        assertThat(tree.get("verdict").asString()).isEqualTo("OK");
        assertThat(tree.get("problems").size()).isZero();
        assertThat(tree.get("ranks").asInt()).isEqualTo(2);
        assertThat(tree.get("world").asString()).isEqualTo("threads");
        JsonNode output = tree.get("outputs").get(0);
        assertThat(output.get("name").asString()).isEqualTo("y");
        assertThat(output.get("dtype").asString()).isEqualTo("FP32");
        assertThat(output.get("min").asDouble()).isEqualTo(4096);
        assertThat(output.get("sha256").asString()).hasSize(64);
        assertThat(tree.get("times").has("run")).isTrue();
    }

    @Test
    void outputs_of_one_run_are_inputs_of_the_next() {
        String file = folder.resolve("y.npy").toString();
        run("run", EXAMPLES + "hello_rank.py", "--in", "x=zeros", "--out", "y=" + file);
        int code = run("run", EXAMPLES + "hello_rank.py", "--in", "x=" + file);

        assertThat(code).isZero();
        assertThat(out.toString()).contains("min 0  max 2  sum 256");
    }

    @Test
    void a_deadlock_fails_the_run() {
        assertThat(run("run", EXAMPLES + "deadlock_on_purpose.py", "--ranks", "3"))
                .isEqualTo(Exit.PROBLEMS);
        assertThat(err.toString()).startsWith("error[deadlock]: ");
        assertThat(out.toString().strip()).isEqualTo("DEADLOCK  3 ranks on threads");
    }

    @Test
    void a_problem_in_the_program_is_shown_where_it_is() throws IOException {
        String text = Files.readString(Path.of(EXAMPLES + "shift_by_remote_store.py"));
        Path file = folder.resolve("bad.py");
        Files.writeString(file, text.replace("pld.system.notify", "pld.system.notfiy"));

        assertThat(run("check", file.toString())).isEqualTo(Exit.PROBLEMS);
        assertThat(err.toString())
                .contains("error[unknown-distributed-operator]")
                .contains("did you mean `pld.system.notify`?");
        assertThat(out.toString().strip()).isEqualTo("REJECT  1 file, 0 programs: 1 error");
    }

    @ParameterizedTest
    @CsvSource({
        "run nosuch.py, there is no file nosuch.py",
        "run hello_rank.py --ranks 0, --ranks must be between 1 and 4096",
        "run hello_rank.py --ranks two, is not an int",
        "run hello_rank.py --in x=no.npy, there is no file no.npy",
        "run hello_rank.py --in z=ones, has no tensor `z`",
        "run hello_rank.py --in x=some, `some` is neither a .npy file nor one of",
        "run hello_rank.py --out x=x.npy, `x` is an input",
        "run hello_rank.py --timeout -1, --timeout must be a positive number",
        "run hello_rank.py --what, Unknown option:",
        "lower hello_rank.py --to Simplfy, did you mean Simplify?",
        "explain notify-offset-rank, did you mean `notify-offsets-rank`?",
        "ops pl.lod, did you mean `pl.load`?",
        "check, Missing required parameter"
    })
    void bad_usage_says_what_is_wrong(String line, String message) {
        String[] args = line.replace("hello_rank.py", EXAMPLES + "hello_rank.py").split(" ");

        assertThat(run(args)).isEqualTo(Exit.USAGE);
        assertThat(err.toString()).startsWith("error: ").contains(message);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void an_input_of_the_wrong_shape_is_a_problem() {
        Path file = folder.resolve("y.npy");
        run("run", EXAMPLES + "hello_rank.py", "--out", "y=" + file);
        int code = run("run", EXAMPLES + "allreduce.py", "--in", "x=" + file);

        assertThat(code).isEqualTo(Exit.PROBLEMS);
        assertThat(err.toString()).startsWith("error[input-shape]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"allreduce.py", "host_allreduce.py", "all_to_all_v_on_chip.py"})
    void lowered_text_runs_again_with_the_same_result(String example) throws IOException {
        run("lower", EXAMPLES + example);
        Path file = Files.writeString(folder.resolve("lowered.py"), out.toString());
        out.getBuffer().setLength(0);
        run("run", EXAMPLES + example);
        String first = out.toString();
        out.getBuffer().setLength(0);

        assertThat(run("run", file.toString())).as(err.toString()).isZero();
        assertThat(out.toString()).isEqualTo(first).contains("OK  2 ranks");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_rule_of_a_signature_is_explained_by_it() {
        assertThat(run("explain", "notify-offsets-rank")).isZero();
        assertThat(out.toString())
                .contains("pld.system.notify(target, peer, offsets, value, *, op)");
    }

    @Test
    void the_catalogue_has_every_operator_of_the_family() {
        assertThat(run("ops")).isZero();
        assertThat(out.toString())
                .contains(
                        "pld.tile.remote_load",
                        "pld.tensor.allreduce",
                        "pld.system.wait",
                        "pl.tile.load");
    }

    @Test
    void the_doctor_finds_this_machine_fit() {
        assertThat(run("doctor")).isZero();
        assertThat(out.toString())
                .contains("everything needed is here")
                .contains("worlds            threads, simulated\n")
                .contains("not there yet     processes, shmem");
    }

    @Test
    void without_a_command_there_is_an_overview() {
        assertThat(run()).isZero();
        assertThat(out.toString())
                .startsWith("Usage: crosstile")
                .contains(
                        "run ",
                        "explore ",
                        "check ",
                        "lower ",
                        "trace ",
                        "explain ",
                        "ops ",
                        "doctor ");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void a_record_of_a_run_shows_what_every_rank_did_last() {
        String record = folder.resolve("hang.rec").toString();
        int ran =
                run("run", EXAMPLES + "deadlock_on_purpose.py", "--ranks", "3", "--record", record);
        int traced = run("trace", record, "--last", "2");

        assertThat(ran).isEqualTo(Exit.PROBLEMS);
        assertThat(traced).isZero();
        assertThat(out.toString())
                .contains("deadlock_on_purpose, 3 ranks: DEADLOCK")
                .contains("rank 0: the last 2 of 5 operations")
                .contains("       5  end on_each_chip")
                .contains("rank 2: the last 2 of 3 operations")
                .containsPattern("2  add 1 to buf\\[0\\] of rank 0, now [123] ")
                .contains("3  wait for buf[0] to be 3")
                .contains("deadlock_on_purpose.py:23  pld.system.wait(arrived");
    }

    @Test
    void a_record_as_json() {
        String record = folder.resolve("run.rec").toString();
        run("run", EXAMPLES + "allreduce.py", "--ranks", "2", "--record", record);
        out.getBuffer().setLength(0);
        int code = run("trace", record, "--format", "json");

        JsonNode tree = JsonMapper.shared().readTree(out.toString());
        assertThat(code).isZero();
        assertThat(tree.get("ending").asString()).isEqualTo("OK");
        assertThat(tree.get("ranks").size()).isEqualTo(2);
        JsonNode events = tree.get("ranks").get(1).get("events");
        assertThat(events.get(0).get("kind").asString()).isEqualTo("begin");
        assertThat(events.get(1).get("kind").asString()).isEqualTo("enter");
        assertThat(events.get(1).get("call").asInt()).isEqualTo(1);
        assertThat(events.get(1).get("via").asString()).contains("pld.tensor.allreduce");
    }

    @Test
    void what_is_no_record_is_a_problem() throws IOException {
        Path cut = folder.resolve("cut.rec");
        run("run", EXAMPLES + "allreduce.py", "--record", cut.toString());
        Files.write(cut, java.util.Arrays.copyOf(Files.readAllBytes(cut), 6000));

        assertThat(run("trace", cut.toString())).isEqualTo(Exit.PROBLEMS);
        assertThat(run("trace", EXAMPLES + "allreduce.py")).isEqualTo(Exit.PROBLEMS);
        assertThat(run("trace", folder.resolve("none").toString())).isEqualTo(Exit.USAGE);
        assertThat(run("trace", folder.toString())).isEqualTo(Exit.USAGE);
        assertThat(err.toString())
                .contains("error[record-damaged]")
                .contains("its end is missing")
                .contains("it does not begin as a record does")
                .contains("there is no file")
                .doesNotContain("Exception");
    }

    @Test
    void a_record_that_cannot_be_written_is_a_problem() {
        String record = folder.resolve("no/such/directory").toString();

        assertThat(run("run", EXAMPLES + "allreduce.py", "--record", record))
                .isEqualTo(Exit.PROBLEMS);
        assertThat(err.toString()).contains("error[record-path]").doesNotContain("Exception");
    }
}
