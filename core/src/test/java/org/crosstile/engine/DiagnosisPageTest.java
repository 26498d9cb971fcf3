package org.crosstile.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.crosstile.ranks.simulated.MemoryModel;
import org.crosstile.ranks.simulated.Schedule;
import org.crosstile.ranks.simulated.Strategy;
import org.crosstile.source.ProblemText;
import org.crosstile.source.Problems;
import org.crosstile.source.SourceText;
import org.crosstile.syntax.LoadOptions;
import org.junit.jupiter.api.Test;

/** docs/diagnosis.md shows what really is reported. {@code -Dgolden.update=true} writes it anew. */
class DiagnosisPageTest {
    private static final Path ROOT = Path.of(System.getProperty("crosstile.root", ".."));

    /** A chapter: a program, and what to read in its report. */
    private record Chapter(String title, String program, int ranks, String before, String after) {}

    private static final Chapter[] CHAPTERS = {
        new Chapter(
                "A barrier that works once",
                "pub2_bad_set_barrier",
                3,
                """
                A barrier made by hand: every rank sets its cell on all others to 1 and waits until all its own cells
                are 1. The cells are never taken back, so from the second time on the waits are true on arrival. Most
                runs of this program give the right values. The report does not depend on luck: it is about what is
                *guaranteed*.\
                """,
                """
                Read it from the top: which ranks, which bytes; the two accesses (`^^^^` is the later one in this run);
                the wait that should have kept them apart, and the notify that it should have waited for. The first
                note says why it did not: the credit that satisfied it, who left it, and where. To repair it, take the
                credit back after each wait, as `pld.tensor.barrier` does.\
                """),
        new Chapter(
                "Everybody waits, one is notified",
                "pub4_bad_everybody_waits",
                3,
                """
                All ranks add to a counter of rank 0, and then all wait for their own counter. This hangs. A hang is
                reported when nobody can move any more, which is a fact and not a matter of time.\
                """,
                """
                Each note is one rank: the cell, its value, what it needs, who changed it last, and who could still
                notify it: here nobody. The hint names the repair: only rank 0 should wait.\
                """),
        new Chapter(
                "One rank makes fewer calls",
                "pub5_bad",
                4,
                """
                The loop runs twice on rank 2 and three times elsewhere. That the number of rounds depends on the rank
                is seen before the run, as a warning; what comes of it is seen in the run.\
                """,
                """
                The second note is the one to read: rank 2 left after call 2, and the others stand in call 3.\
                """),
        new Chapter(
                "Two ranks ask for different things",
                "pub12_b_bad",
                4,
                """
                Rank 2 asks for the maximum where the others ask for the sum. Without a check this gives wrong numbers
                on every rank, and no error.\
                """,
                """
                The headline has the number of the call, the field that differs, and its value on every rank. Nothing
                was written: ranks compare what they ask for when they enter a collective, before they touch any
                data.\
                """),
    };

    private static final String INTRODUCTION =
            """
            # Reading reports

            What `crosstile run` and `crosstile explore` say about four programs of programs/checking. The reports are
            put into this page by a test, so they are what you will see.

            | verdict | means |
            |---|---|
            | OK | all ranks finished, nothing was found |
            | REJECT | a rule is broken; the program did not start |
            | MISMATCH | ranks entered different collective calls |
            | RACE | two accesses to the same bytes of a window, one of them a write, in no guaranteed order; a Set and another deposit to one cell; a signal cell whose value at a read, or at a wait for equality, depends on who comes first |
            | DEADLOCK | no rank can move: a proof, with the graph of who waits for whom |
            | FAULT | a rank broke a rule while it ran, or its code threw; the others were ended with its cause |
            | TIMEOUT | the time limit came while ranks could still move: a rank that computes is named |
            | PEER-LOST | a rank is gone: killed, or without memory |
            | UNINIT | something was stored, sent or read as a number that nobody had written |
            | LEAK | a signal was sent that nobody waited for |

            DEADLOCK, MISMATCH, FAULT and TIMEOUT are found in every world. RACE, UNINIT and LEAK need every access to be
            observed: `run FILE --on simulated`, or `explore FILE` for many schedules.

            **What is a guaranteed order?** One rank does things in turn. A launch comes after what the host did before
            it. And a notify comes before a wait if that wait *could not have become true without it*, whatever else
            had arrived by then. Fences count, too: a write to a peer is only sure to be there when a fence lies between
            it and the notify. Everything else is luck, even if it has always worked.
            """;

    private static String report(Chapter chapter) throws IOException {
        String name = "programs/checking/" + chapter.program() + ".py";
        Problems problems = new Problems();
        Optional<Executable> program =
                Engine.standard()
                        .build(
                                new SourceText(name, Files.readString(ROOT.resolve(name))),
                                "",
                                new LoadOptions(Map.of(), chapter.ranks()),
                                problems,
                                new RunTimes());
        RunResult result =
                program.orElseThrow()
                        .run(
                                RunRequest.of(chapter.ranks())
                                        .scheduled(
                                                new Schedule(
                                                        Strategy.UNIFORM,
                                                        MemoryModel.SEQUENTIAL,
                                                        1)));
        result.problems().forEach(problems::add);
        return "    $ ./crosstile run "
                + name
                + " --ranks "
                + chapter.ranks()
                + " --on simulated --schedule-seed 1\n"
                + ProblemText.plain().render(problems.sorted()).strip().indent(4)
                + "    "
                + result.verdict().word()
                + "  "
                + chapter.ranks()
                + " ranks on simulated\n";
    }

    private static String page() throws IOException {
        StringBuilder page = new StringBuilder(INTRODUCTION);
        for (Chapter chapter : CHAPTERS) {
            page.append("\n## ").append(chapter.title()).append("\n\n");
            page.append(chapter.before().strip()).append("\n\n");
            page.append(report(chapter)).append('\n');
            page.append(chapter.after().strip()).append('\n');
        }
        return page.toString()
                .lines()
                .map(String::stripTrailing)
                .reduce("", (a, b) -> a + b + "\n");
    }

    @Test
    void the_page_shows_what_is_reported() throws IOException {
        Path file = ROOT.resolve("docs").resolve("diagnosis.md");
        String page = page();
        if (Boolean.getBoolean("golden.update")) {
            assertThat(System.getenv("CI")).as("goldens are not written by CI").isNull();
            Files.createDirectories(file.getParent());
            Files.writeString(file, page);
        }
        assertThat(Files.readString(file)).isEqualTo(page);
    }
}
