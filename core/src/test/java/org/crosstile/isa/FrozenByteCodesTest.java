package org.crosstile.isa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The one-byte codes of the instruction set: constants may be appended, never moved. */
class FrozenByteCodesTest {
    @ParameterizedTest
    @CsvSource({
        "ReduceOp, Sum Max Min",
        "CollEngine, AIV CCU",
        "CcuInputSource, HostManaged AivStored",
        "NotifyOp, AtomicAdd Set",
        "WaitCmp, EQ NE GT GE LT LE",
        "AtomicType, AtomicNone AtomicAdd"
    })
    void codes_are_frozen(String name, String frozen) throws ClassNotFoundException {
        Object[] constants = Class.forName("org.crosstile.isa." + name).getEnumConstants();
        String[] names = frozen.split(" ");

        assertThat(Arrays.stream(constants).map(Object::toString)).startsWith(names);
        for (int code = 0; code < names.length; code++) {
            assertThat(((OneByte) constants[code]).code()).isEqualTo((byte) code);
        }
    }

    @Test
    void a_code_fits_a_byte() {
        assertThat(WaitCmp.values().length).isLessThan(128);
    }

    @ParameterizedTest
    @CsvSource({
        "EQ, 1, 1, true", "EQ, 2, 1, false", "NE, 2, 1, true", "NE, 1, 1, false",
        "GT, 2, 1, true", "GT, 1, 1, false", "GE, 1, 1, true", "GE, 0, 1, false",
        "LT, 0, 1, true", "LT, 1, 1, false", "LE, 1, 1, true", "LE, 2, 1, false"
    })
    void a_wait_compares_as_its_name_says(WaitCmp cmp, int value, int expected, boolean holds) {
        assertThat(cmp.holds(value, expected)).isEqualTo(holds);
    }
}
