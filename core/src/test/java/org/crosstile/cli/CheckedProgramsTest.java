package org.crosstile.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of programs/checking and programs/races come out as their first lines say. */
@Timeout(120)
class CheckedProgramsTest {
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

        String expected = one.needsTrace() ? "OK" : one.expected().word();
        assertThat(ran.verdict()).as("%s%n%s", one.file(), ran.report()).isEqualTo(expected);
        if (!one.needsTrace()) {
            assertThat(ran.report()).contains(one.texts());
        }
    }
}
