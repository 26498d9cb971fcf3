package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConvertTest {
    static List<Arguments> pairs() {
        List<DType> all = new ArrayList<>(Numbers.FLOATS);
        all.addAll(Numbers.INTEGERS);
        all.add(DType.BOOL);
        List<Arguments> pairs = new ArrayList<>();
        for (DType from : all) {
            for (DType to : all) {
                if (from != to) {
                    pairs.add(Arguments.of(from, to));
                }
            }
        }
        return pairs;
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void every_pair_by_the_default_mode(DType from, DType to) {
        Tile a = Numbers.random(from, 3, 700, 1);
        a.setValid(2, 641);
        Tile out = Tile.allocate(to, 3, 700);

        Convert.tile(a, CastMode.round, out);

        assertThat(out.validColumns()).isEqualTo(641);
        for (int r = 0; r < 2; r++) {
            for (int c = 0; c < 641; c++) {
                int i = r * 700 + c;
                if (to.isFloat()) {
                    double exact = from.isFloat() ? a.real(i) : a.integer(i);
                    float wanted =
                            (float)
                                    Numbers.round(
                                            to, from.isFloat() ? exact : (float) a.integer(i));
                    assertThat(Float.floatToIntBits(out.real(i)))
                            .isEqualTo(Float.floatToIntBits(wanted));
                } else if (to == DType.BOOL) {
                    boolean truth = from.isFloat() ? a.real(i) != 0 : a.integer(i) != 0;
                    assertThat(out.integer(i)).isEqualTo(truth ? 1 : 0);
                } else if (from.isFloat()) {
                    assertThat(out.integer(i)).isEqualTo(integer(a.real(i), CastMode.round, to));
                } else {
                    assertThat(out.integer(i)).isEqualTo(Numbers.wrap(to, a.integer(i)));
                }
            }
        }
    }

    /** By decimal arithmetic, limited to the range of the type. */
    private static long integer(float value, CastMode mode, DType to) {
        if (Float.isNaN(value)) {
            return 0;
        }
        long most = Long.MAX_VALUE >> (64 - 8 * to.bytes());
        if (Float.isInfinite(value)) {
            return value > 0 ? most : -most - 1;
        }
        BigDecimal exact = new BigDecimal(value);
        BigDecimal rounded =
                switch (mode) {
                    case none, rint -> exact.setScale(0, RoundingMode.HALF_EVEN);
                    case round -> exact.setScale(0, RoundingMode.HALF_UP);
                    case floor -> exact.setScale(0, RoundingMode.FLOOR);
                    case ceil -> exact.setScale(0, RoundingMode.CEILING);
                    case trunc -> exact.setScale(0, RoundingMode.DOWN);
                    case odd -> {
                        BigDecimal down = exact.setScale(0, RoundingMode.FLOOR);
                        boolean even = !down.toBigInteger().testBit(0);
                        yield down.compareTo(exact) != 0 && even ? down.add(BigDecimal.ONE) : down;
                    }
                };
        return rounded.min(BigDecimal.valueOf(most))
                .max(BigDecimal.valueOf(-most - 1))
                .longValueExact();
    }

    /** Near the middle between two BF16 values a float cannot tell on which side an integer is. */
    @Test
    void integers_round_once() {
        List<Long> values = new ArrayList<>();
        for (int exponent = 9; exponent < 63; exponent++) {
            long middle = (1L << exponent) + (1L << (exponent - 8));
            for (long near = -2; near <= 2; near++) {
                values.add(middle + near);
                values.add(-middle + near);
            }
        }
        values.addAll(List.of(0L, Long.MAX_VALUE, Long.MIN_VALUE, (1L << 60) + (1L << 36) + 1));
        for (long value : values) {
            assertThat((double) Convert.real(value, DType.BF16))
                    .as("%d", value)
                    .isEqualTo(nearest(value, 8));
            assertThat((double) Convert.real(value, DType.FP32))
                    .as("%d", value)
                    .isEqualTo(nearest(value, 24));
        }
        assertThat(Convert.real(65519, DType.FP16)).isEqualTo(65504f);
        assertThat(Convert.real(65520, DType.FP16)).isEqualTo(Float.POSITIVE_INFINITY);
    }

    private static double nearest(long value, int precision) {
        BigInteger exact = BigInteger.valueOf(value).abs();
        int drop = Math.max(0, exact.bitLength() - precision);
        BigDecimal unit = new BigDecimal(BigInteger.ONE.shiftLeft(drop));
        BigDecimal rounded =
                new BigDecimal(exact)
                        .divide(unit)
                        .setScale(0, RoundingMode.HALF_EVEN)
                        .multiply(unit);
        return Math.copySign(rounded.doubleValue(), value == 0 ? 0.0 : value);
    }

    @ParameterizedTest
    @EnumSource(CastMode.class)
    void floats_round_to_integers_as_the_mode_says(CastMode mode) {
        float[] values = {
            0.5f, -0.5f, 1.5f, 2.5f, -2.5f, 2.4f, -2.6f, 3f, 126.5f, 127.5f, -128.5f, 0.49999997f
        };
        for (DType to : List.of(DType.INT8, DType.INT16, DType.INT32, DType.INT64)) {
            for (float value : values) {
                assertThat(Convert.toInteger(value, mode, to))
                        .as("%s by %s to %s", value, mode, to)
                        .isEqualTo(integer(value, mode, to));
            }
        }
    }

    @Test
    void halves_round_away_from_zero_by_default() {
        assertThat(Convert.round(0.5f)).isEqualTo(1);
        assertThat(Convert.round(-2.5f)).isEqualTo(-3);
        assertThat(Convert.round(2.4999998f)).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(
            value = CastMode.class,
            names = {"floor", "ceil", "trunc", "odd"})
    void narrow_floats_round_in_the_direction_of_the_mode(CastMode mode) {
        for (DType to : List.of(DType.FP16, DType.BF16)) {
            Tile a = Numbers.random(DType.FP32, 1, 4000, 2);
            Tile out = Tile.allocate(to, 1, 4000);
            Convert.tile(a, mode, out);
            for (int i = 0; i < 4000; i++) {
                check(mode, to, a.real(i), out.real(i));
            }
        }
    }

    /** The result is the value itself, or the neighbour on the right side of it. */
    private static void check(CastMode mode, DType to, float value, float result) {
        if (Float.isNaN(value) || Float.isInfinite(value)) {
            assertThat(Float.floatToIntBits(result)).isEqualTo(Float.floatToIntBits(value));
            return;
        }
        if (Numbers.round(to, value) == value) {
            assertThat(result).isEqualTo(value);
            return;
        }
        assertThat(result).isNotEqualTo(value);
        boolean below = result < value;
        switch (mode) {
            case floor -> assertThat(below).isTrue();
            case ceil -> assertThat(below).isFalse();
            case trunc -> assertThat(below).isEqualTo(value > 0);
            default -> {
                short bits =
                        to == DType.FP16 ? Float.floatToFloat16(result) : DType.floatToBf16(result);
                assertThat(bits & 1).isEqualTo(1);
            }
        }
        if (!Float.isInfinite(result) && Math.abs(value) < 60000) {
            double middle = (result + (double) value) / 2;
            assertThat(Numbers.round(to, middle)).isIn((double) result, Numbers.round(to, value));
        }
    }
}
