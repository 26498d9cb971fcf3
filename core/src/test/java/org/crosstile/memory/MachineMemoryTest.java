package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Memory that the machine does not have is refused before it is touched. */
class MachineMemoryTest {
    @Test
    void more_than_any_machine_has_is_refused() {
        assertThatThrownBy(() -> MachineMemory.require(1L << 60))
                .isInstanceOf(OutOfMemoryError.class)
                .hasMessageContaining("1099511627776 MiB are asked for, and ");
    }

    @Test
    void a_little_is_always_given() {
        assertThatCode(() -> MachineMemory.require(1 << 20)).doesNotThrowAnyException();
    }

    @Test
    void the_system_says_what_is_available() {
        List<String> lines =
                List.of("MemTotal:  100 kB", "MemFree:   10 kB", "MemAvailable:   64 kB");

        assertThat(MachineMemory.available(lines)).isEqualTo(65536);
        assertThat(MachineMemory.available(List.of())).isEqualTo(Long.MAX_VALUE);
    }
}
