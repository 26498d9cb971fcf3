package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The options of {@code run} that are about tasks. */
@Timeout(60)
class TaskCommandsTest {
    private static final String DEPENDENCES = "../programs/examples/task_dependences.py";
    private static final String DEFERRED = "../programs/examples/deferred_completion.py";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commands.execute(args);
    }

    @Test
    void tasks_are_shown_with_the_reason_of_every_edge() {
        assertThat(run("run", DEPENDENCES, "--ranks", "1", "--tasks")).isZero();
        assertThat(out.toString())
                .contains(
                        """
                        rank 0, on_chip: 7 tasks
                           0  half    vector core
                           1  half    vector core
                           2  joined  vector core
                                after 0: reads what it writes: bytes 0 to 1023 of buffer
                                after 1: reads what it writes: bytes 1024 to 2047 of buffer
                        """)
                .contains("   6  done    vector core\n        after 5: it is in deps=\n");
    }

    @Test
    void tasks_for_graphviz() {
        assertThat(run("run", DEPENDENCES, "--ranks", "1", "--tasks", "dot")).isZero();
        assertThat(out.toString())
                .contains("digraph tasks {", "label=\"rank 0, on_chip\";")
                .contains("t0_5 -> t0_6 [label=\"it is in deps=\"];")
                .endsWith("}\n");
    }

    @Test
    void tasks_as_json() {
        assertThat(run("run", DEPENDENCES, "--ranks", "1", "--tasks", "--format", "json")).isZero();
        JsonNode tasks =
                JsonMapper.shared().readTree(out.toString()).get("tasks").get(0).get("tasks");
        assertThat(tasks.size()).isEqualTo(7);
        assertThat(tasks.get(6).get("edges").get(0).get("after").asInt()).isEqualTo(5);
    }

    @Test
    void a_condition_of_completion_is_shown() {
        assertThat(run("run", DEFERRED, "--tasks", "--aiv", "1", "--hardware-slots")).isZero();
        assertThat(out.toString())
                .contains("   0  waits   vector core, completes when arrived_buf[0, 0] >= 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "5000"})
    void a_device_has_some_cores(String cores) {
        assertThat(run("run", DEPENDENCES, "--aiv", cores)).isEqualTo(Exit.USAGE);
        assertThat(err.toString()).contains("--aiv must be from 1 to 4096, and not " + cores);
    }
}
