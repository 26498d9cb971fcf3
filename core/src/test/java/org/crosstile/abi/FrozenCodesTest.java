package org.crosstile.abi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The codes of the interface's enumerations: constants may be appended, never moved. */
class FrozenCodesTest {

    @ParameterizedTest
    @CsvSource({
        "NotifyOp, AtomicAdd Set",
        "WaitCmp, Eq Ge",
        "AtomicType, None Add",
        "ReduceOp, Sum Max Min Prod",
        "ArgDirection, Input Output InOut OutputExisting NoDep Scalar",
        "MemorySpace, DDR Vec Mat Left Right Acc Bias",
        "CastMode, none rint round floor ceil trunc odd",
        "SplitMode, NONE UP_DOWN LEFT_RIGHT",
        "CoreType, AIC AIV MIX"
    })
    void codes_are_frozen(String name, String frozen) throws ClassNotFoundException {
        Object[] constants = Class.forName("org.crosstile.abi." + name).getEnumConstants();

        assertThat(Arrays.stream(constants).map(Object::toString)).startsWith(frozen.split(" "));
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1.0",
        "1.00390625, 1.0",
        "1.01171875, 1.015625",
        "-2.5, -2.5",
        "3.39e38, 3.3895314e38"
    })
    void bf16_rounds_to_nearest_even(float value, float rounded) {
        assertThat(DType.BF16.round(value)).isEqualTo(rounded);
    }

    @ParameterizedTest
    @CsvSource({
        "INT8, 128, -128",
        "INT16, 65537, 1",
        "INT32, 4294967295, -1",
        "INT64, 9007199254740993, 9007199254740993"
    })
    void integers_wrap_without_losing_bits(DType type, long value, long wrapped) {
        assertThat(type.wrap(value)).isEqualTo(wrapped);
    }

    @ParameterizedTest
    @CsvSource({"Eq, 1, 1, true", "Eq, 2, 1, false", "Ge, 2, 1, true", "Ge, 0, 1, false"})
    void a_wait_compares_as_its_name_says(WaitCmp cmp, int value, int expected, boolean holds) {
        assertThat(cmp.holds(value, expected)).isEqualTo(holds);
    }
}
