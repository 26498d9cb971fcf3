package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Command lines that nobody means: each gets an answer, and none a stack trace. */
@Timeout(120)
class OddCommandLinesTest {
    private static final String EXAMPLES = "../programs/examples/";

    /** The expected exit code, and the words; H and T are programs, D is a directory. */
    private static final List<String> LINES =
            List.of(
                    // commands
                    "2 nonsense",
                    "2 rnu H",
                    "2 run",
                    "2 run H H",
                    "2 check",
                    "2 lower",
                    "2 explore",
                    "2 trace",
                    "2 --nonsense",
                    "2 run --",
                    "2 explain no-such-rule-anywhere",
                    "2 ops pl.nothing.of.this",
                    "2 doctor more",
                    "2 doctor --format yaml",
                    "2 help run me",
                    // numbers
                    "2 run H --ranks",
                    "2 run H --ranks two",
                    "2 run H --ranks 0",
                    "2 run H --ranks -1",
                    "2 run H --ranks 1.5",
                    "2 run H --ranks 0x2",
                    "2 run H --ranks 4097",
                    "2 run H --ranks 99999999999",
                    "2 run H --ranks 2 --ranks 3",
                    "2 run H --ranks=",
                    "2 run H --seed x",
                    "2 run H --seed 1e3",
                    "2 run H --seed 99999999999999999999",
                    "0 run H --seed -9223372036854775808",
                    "2 run H --repeat 0",
                    "2 run H --repeat -3",
                    "2 run H --repeat many",
                    "2 run H --repeat 1 --keep-windows",
                    "2 run H --keep-windows",
                    "2 run H --timeout 0",
                    "2 run H --timeout -1",
                    "2 run H --timeout NaN",
                    "2 run H --timeout Infinity",
                    "2 run H --timeout soon",
                    "2 run H --timeout",
                    "2 run H --aiv 0",
                    "2 run H --aiv -5",
                    "2 run H --aiv 99999",
                    "2 run H --aic x",
                    "2 run H --hardware-slots 0",
                    "2 run H --switches -1 --on simulated",
                    "2 run H --switches 5",
                    "2 run H --schedule-seed x --on simulated",
                    "2 explore H --schedules 0",
                    "2 explore H --schedules -1",
                    "2 explore H --schedules 99999999999",
                    "2 explore H --schedules x",
                    // choices
                    "2 run H --on",
                    "2 run H --on mars",
                    "2 run H --on simulated --memory ram",
                    "2 run H --memory line",
                    "2 run H --on simulated --strategy best",
                    "2 run H --strategy uniform",
                    "2 run H --format xml",
                    "2 run H --format",
                    "2 run H --chip 910A",
                    "2 run H --chip ''",
                    "2 run H --allow nothing",
                    "2 run H --allow syntax",
                    "1 run H --program nothing",
                    "1 run H --entry nothing",
                    "2 lower H --to Nothing",
                    "2 lower T --to Read",
                    "2 explore H --exhaustive --memory line",
                    "2 explore T",
                    "2 trace H --last -1",
                    "2 trace H --last x",
                    // names
                    "2 run H --in",
                    "2 run H --in x",
                    "2 run H --in =",
                    "2 run H --in x=",
                    "2 run H --in =ones",
                    "2 run H --in x=twos",
                    "2 run H --in y.npy",
                    "2 run H --in nothing=ones",
                    "2 run H --in x=ones --in x=ones",
                    "2 run H --in x=D",
                    "2 run H --in x=D.npy",
                    "2 run H --out",
                    "2 run H --out y",
                    "2 run H --out y=",
                    "2 run H --out x=D/x.npy",
                    "2 run H --out y=D",
                    "2 run H --out y=D/no/such/y.npy",
                    "2 run H --out y=D/a.npy --out y=D/b.npy",
                    "2 run H --set",
                    "2 run H --set N",
                    "2 run H --set =1",
                    "2 run H --delay",
                    "2 run H --delay now",
                    "2 run H --delay rank=0,line=3",
                    "2 run H --delay rank=0,line=3,ms=99999999999",
                    "2 run H --delay rank=0,rank=0,line=3,ms=1",
                    "2 run H --delay rank=7,line=3,ms=1",
                    "2 run H --delay rank=-1,line=3,ms=1",
                    "1 run H --delay rank=0,line=999,ms=1",
                    // files
                    "2 run D",
                    "2 check D",
                    "2 lower D",
                    "2 explore D",
                    "2 trace D",
                    "2 run nothing.py",
                    "2 run D/nothing.ptoasm",
                    "2 run /dev/null/x.py",
                    "1 run /dev/null",
                    "2 check H nothing.py",
                    "1 trace H",
                    "1 run H --record D",
                    "1 run H --record D/no/such/file",
                    "2 run T --costs D",
                    "2 run T --costs nothing",
                    "2 run T --costs T",
                    "1 run T --entry nothing",
                    "2 run T --program nothing",
                    "2 run T --allow race",
                    "2 lower T --program nothing",
                    "2 run T --on simulated",
                    "2 run T --delay rank=0,line=3,ms=1",
                    "2 run T --repeat 2",
                    "2 run T --record D/record",
                    "2 run H --costs T",
                    "2 run H --timeline");

    @TempDir private Path folder;

    private String answer(List<String> words, int expected) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commands = Main.commandLine();
        commands.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
        int code = commands.execute(words.toArray(String[]::new));
        String said = out.toString() + err;
        boolean traced = said.contains("Exception") || said.contains("\tat ");
        boolean silent = code != Exit.OK && err.toString().isBlank();
        return code == expected && !traced && !silent ? "" : code + ": " + said;
    }

    @Test
    void every_odd_line_is_answered_in_words() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (String line : LINES) {
            List<String> words = new ArrayList<>();
            for (String word : line.substring(2).split(" ")) {
                words.add(
                        switch (word) {
                            case "H" -> EXAMPLES + "hello_rank.py";
                            case "T" -> "../programs/isa/treduce_sum.ptoasm";
                            case "''" -> "";
                            default -> word.replace("D", folder.toString());
                        });
            }
            String answer = answer(words, line.charAt(0) - '0');
            if (!answer.isEmpty()) {
                wrong.add(line + " -> " + answer);
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }
}
