package org.crosstile.hunt;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * No mutant of a program makes the toolchain fail, hang, report without a place, or print a lowered
 * text that it refuses. More of them: {@code -Dhunt.mutants=100000 -Dhunt.seed=N}.
 */
@Timeout(value = 24, unit = java.util.concurrent.TimeUnit.HOURS)
class HuntTest {
    private static final long SEED = Long.getLong("hunt.seed", 1);
    private static final int MUTANTS = Integer.getInteger("hunt.mutants", 300);

    @Test
    void mutants_end_with_a_verdict_and_a_place() throws IOException, InterruptedException {
        Hunt hunt = new Hunt(Hunt.originals(), Duration.ofSeconds(20));
        for (long seed = SEED; seed < SEED + MUTANTS; seed++) {
            hunt.step(seed);
        }
        System.out.println(MUTANTS + " mutants from seed " + SEED + ": " + hunt.verdicts());
        assertThat(hunt.found()).isEmpty();
    }
}
