package org.crosstile.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    private static final List<String> KNOWN =
            List.of("notify", "wait", "remote_load", "remote_store");

    @Test
    void swapped_letters_are_one_step() {
        assertThat(Names.closest("notfiy", KNOWN)).contains("notify");
    }

    @Test
    void a_missing_letter_is_found() {
        assertThat(Names.closest("remote_lod", KNOWN)).contains("remote_load");
    }

    @Test
    void what_is_too_far_is_not_guessed() {
        assertThat(Names.closest("barrier", KNOWN)).isEmpty();
        assertThat(Names.suggestion("barrier", KNOWN))
                .isEqualTo("there is notify, wait, remote_load, remote_store");
    }
}
