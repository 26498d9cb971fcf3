package org.crosstile.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import org.crosstile.model.Program;
import org.junit.jupiter.api.Test;

/** What is printed reads back as the same program, and prints alike again. */
class RoundTripProperties {
    private static final int PROGRAMS = 300;

    @Test
    void random_programs_round_trip() {
        long first = Long.getLong("seed", 1);
        for (long seed = first; seed < first + PROGRAMS; seed++) {
            try {
                Program program = RandomPrograms.program(seed);
                String text = Texts.roundTrip(program);
                assertThat(Printer.print(Texts.program(text))).isEqualTo(text);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("with -Dseed=" + seed, e);
            }
        }
    }
}
