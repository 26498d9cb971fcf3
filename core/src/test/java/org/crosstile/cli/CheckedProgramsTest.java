package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.crosstile.source.Verdict;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of programs/checking and programs/races come out as their first lines say. */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CheckedProgramsTest {
    /** Schedules of a program that is fine, each in the weakest memory model. */
    private static final int SEEDS = Integer.getInteger("checked.seeds", 3);

    static List<CheckedPrograms.Case> checking() {
        return CheckedPrograms.all("checking");
    }

    static List<CheckedPrograms.Case> races() {
        return CheckedPrograms.all("races");
    }

    static Stream<CheckedPrograms.Case> both() {
        return Stream.concat(checking().stream(), races().stream());
    }

    @ParameterizedTest
    @MethodSource("both")
    void threads_tell_what_needs_no_order(CheckedPrograms.Case one) {
        CheckedPrograms.Ran ran = CheckedPrograms.run(one);

        assertThat(ran.verdict())
                .as("%s%n%s", one.file(), ran.report())
                .matches(v -> one.allows(v) || (one.needsTrace() && v.equals("OK")));
        if (!one.needsTrace()) {
            one.texts().forEach(text -> assertThat(ran.report()).contains(text));
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void the_simulated_world_tells_all(CheckedPrograms.Case one) {
        CheckedPrograms.Ran ran = CheckedPrograms.run(one, "--on", "simulated");

        assertThat(ran.verdict()).as("%s%n%s", one.file(), ran.report()).matches(one::allows);
        if (ran.verdict().equals(one.expected().word())) {
            one.texts().forEach(text -> assertThat(ran.report()).contains(text));
        }
    }

    /** Whatever the schedule, the report names the two lines of each race, and its kind. */
    @Test
    void races_are_reported_at_their_lines() {
        List<String> wrong = new ArrayList<>();
        for (CheckedPrograms.Case one : races()) {
            for (int seed = 0; seed < SEEDS; seed++) {
                CheckedPrograms.Ran ran =
                        CheckedPrograms.run(one, "--on", "simulated", "--schedule-seed", "" + seed);
                if (!ran.verdict().equals("DEADLOCK")
                        && !ran.races().equals(CheckedPrograms.marks(one))) {
                    wrong.add(one.file() + " with seed " + seed + ": " + ran.races());
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    /** In the weakest memory model, whatever the schedule: every race, and nothing but races. */
    @Test
    void races_are_found_and_nothing_else_is() {
        List<String> wrong = new ArrayList<>();
        int found = 0;
        int missed = 0;
        int alarms = 0;
        int runs = 0;
        for (CheckedPrograms.Case one : races()) {
            boolean race = one.expected() == Verdict.RACE;
            for (int seed = 0; seed < SEEDS; seed++) {
                CheckedPrograms.Ran ran =
                        CheckedPrograms.run(
                                one,
                                "--on",
                                "simulated",
                                "--memory",
                                "line",
                                "--schedule-seed",
                                "" + seed);
                runs++;
                boolean says = !ran.verdict().equals("OK");
                found += race && says ? 1 : 0;
                missed += race && !says ? 1 : 0;
                alarms += !race && says ? 1 : 0;
                if (race != says) {
                    wrong.add(one + " with seed " + seed + ": " + ran.verdict());
                }
            }
        }
        System.out.printf(
                Locale.ROOT,
                "race suite: %d programs, %d runs, precision %.3f, recall %.3f%n",
                races().size(),
                runs,
                found / (double) (found + alarms),
                found / (double) (found + missed));
        assertThat(wrong).isEmpty();
    }
}
