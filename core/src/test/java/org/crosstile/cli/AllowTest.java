package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Rules that give way, and rules that do not. */
class AllowTest {
    private static final String FILE = "../programs/checking/pub1_bad_no_fence.py";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... args) {
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        return commands.execute(args);
    }

    @Test
    void an_error_stops_the_run_and_names_all_that_is_pending() {
        assertThat(run("run", FILE)).isEqualTo(Exit.PROBLEMS);
        assertThat(err.toString())
                .contains("error[unfenced-notify]")
                .contains("this signal may arrive before what was written");
        assertThat(err.toString().split("written here, and not fenced", -1)).hasSize(3);
    }

    @Test
    void an_allowed_rule_only_warns() {
        assertThat(run("run", FILE, "--allow", "unfenced-notify")).isEqualTo(Exit.OK);
        assertThat(run("check", FILE, "--allow", "unfenced-notify")).isEqualTo(Exit.OK);
        assertThat(err.toString()).contains("warning[unfenced-notify]").doesNotContain("error");
        assertThat(out.toString()).contains("OK  1 file, 1 program: 0 errors, 1 warning");
    }

    @Test
    void the_same_seed_shows_an_allowed_race_again() {
        String[] command = {
            "run", FILE, "--allow", "unfenced-notify", "--on", "simulated", "--schedule-seed", "7"
        };
        assertThat(run(command)).isEqualTo(Exit.PROBLEMS);
        String first = err.toString();
        err.getBuffer().setLength(0);
        run(command);

        assertThat(first).contains("error[race]").isEqualTo(err.toString());
    }

    @Test
    void other_rules_do_not_give_way() {
        assertThat(run("run", FILE, "--allow", "notify-offsets-rank")).isEqualTo(Exit.USAGE);
        assertThat(err.toString())
                .contains(
                        "--allow notify-offsets-rank: this rule always holds; those that give way: ")
                .contains("unfenced-notify")
                .contains("wait-never-true");
        assertThat(run("check", FILE, "--allow", "unfenced-notfy")).isEqualTo(Exit.USAGE);
        assertThat(err.toString()).contains("did you mean `unfenced-notify`?");
    }

    @Test
    void the_page_of_a_rule_says_that_it_gives_way() {
        run("explain", "wait-never-true");
        run("explain", "signal-credit-kept");

        assertThat(out.toString()).containsOnlyOnce("--allow");
        assertThat(out.toString()).contains("--allow wait-never-true makes it a warning.");
    }
}
