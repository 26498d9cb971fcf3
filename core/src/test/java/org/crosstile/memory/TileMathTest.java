package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TileMathTest {
    private static final List<DType> ALL = new ArrayList<>(Numbers.FLOATS);

    static {
        ALL.addAll(Numbers.INTEGERS);
    }

    static List<Arguments> operations() {
        List<Arguments> all = new ArrayList<>();
        for (DType dtype : ALL) {
            for (Arith op : Arith.values()) {
                all.add(Arguments.of(dtype, op));
            }
        }
        return all;
    }

    static List<DType> all() {
        return ALL;
    }

    static List<DType> floats() {
        return Numbers.FLOATS;
    }

    static List<DType> integers() {
        return Numbers.INTEGERS;
    }

    private static Tile divisor(Tile tile, Arith op) {
        if (op == Arith.DIV && !tile.dtype().isFloat()) {
            for (int i = 0; i < tile.elements(); i++) {
                tile.setInteger(i, tile.integer(i) == 0 ? 3 : tile.integer(i));
            }
        }
        return tile;
    }

    private static void expect(Arith op, Tile a, int i, Tile b, int j, Tile out, int k) {
        if (a.dtype().isFloat()) {
            double wanted = Numbers.apply(op, a.dtype(), a.real(i), b.real(j));
            assertThat(Float.floatToIntBits(out.real(k)))
                    .as("%s(%s, %s) in %s", op, a.real(i), b.real(j), a.dtype())
                    .isEqualTo(Float.floatToIntBits((float) wanted));
        } else {
            assertThat(out.integer(k))
                    .as("%s(%s, %s) in %s", op, a.integer(i), b.integer(j), a.dtype())
                    .isEqualTo(Numbers.apply(op, a.dtype(), a.integer(i), b.integer(j)));
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void two_tiles(DType dtype, Arith op) {
        Tile a = Numbers.random(dtype, 3, 1031, 1);
        Tile b = divisor(Numbers.random(dtype, 3, 1031, 2), op);
        Tile out = Tile.allocate(dtype, 3, 1031);

        TileMath.binary(op, a, b, out);

        for (int i = 0; i < a.elements(); i++) {
            expect(op, a, i, b, i, out, i);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void only_valid_elements_are_computed(DType dtype, Arith op) {
        Tile a = Numbers.random(dtype, 4, 10, 3);
        Tile b = divisor(Numbers.random(dtype, 4, 10, 4), op);
        Tile out = Tile.allocate(dtype, 4, 10);
        a.setValid(2, 7);

        TileMath.binary(op, a, b, out);

        assertThat(out.validRows()).isEqualTo(2);
        assertThat(out.validColumns()).isEqualTo(7);
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 10; c++) {
                int i = r * 10 + c;
                if (r < 2 && c < 7) {
                    expect(op, a, i, b, i, out, i);
                } else {
                    assertThat(out.get(r, c)).isZero();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void in_place(DType dtype, Arith op) {
        Tile a = Numbers.random(dtype, 1, 777, 5);
        Tile before = Tile.allocate(dtype, 1, 777);
        TileMath.copy(a, before);
        Tile b = divisor(Numbers.random(dtype, 1, 777, 6), op);

        TileMath.binary(op, a, b, a);

        for (int i = 0; i < a.elements(); i++) {
            expect(op, before, i, b, i, a, i);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_row_or_a_column_serves_all(DType dtype, Arith op) {
        Tile a = Numbers.random(dtype, 5, 12, 7);
        Tile row = divisor(Numbers.random(dtype, 1, 12, 8), op);
        Tile column = divisor(Numbers.random(dtype, 5, 1, 9), op);
        Tile out = Tile.allocate(dtype, 5, 12);

        TileMath.binary(op, a, row, out);
        for (int i = 0; i < a.elements(); i++) {
            expect(op, a, i, row, i % 12, out, i);
        }
        TileMath.binary(op, a, column, out);
        for (int i = 0; i < a.elements(); i++) {
            expect(op, a, i, column, i / 12, out, i);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void the_first_operand_is_broadcast_too(DType dtype, Arith op) {
        Tile row = Numbers.random(dtype, 1, 12, 10);
        Tile b = divisor(Numbers.random(dtype, 5, 12, 11), op);
        b.setValid(3, 12);
        Tile out = Tile.allocate(dtype, 5, 12);

        TileMath.binary(op, row, b, out);

        assertThat(out.validRows()).isEqualTo(3);
        for (int i = 0; i < 3 * 12; i++) {
            expect(op, row, i % 12, b, i, out, i);
        }
    }

    @ParameterizedTest
    @MethodSource("operations")
    void a_scalar_is_narrowed_first(DType dtype, Arith op) {
        Tile a = Numbers.random(dtype, 2, 300, 12);
        Tile scalar = Tile.allocate(dtype, 1, 1);
        Tile out = Tile.allocate(dtype, 2, 300);
        if (dtype.isFloat()) {
            scalar.setReal(0, 1.2345678f);
            TileMath.binary(op, a, 1.2345678f, out);
        } else {
            scalar.setInteger(0, 0x1_2345_6789L);
            TileMath.binary(op, a, 0x1_2345_6789L, out);
        }
        for (int i = 0; i < a.elements(); i++) {
            expect(op, a, i, scalar, 0, out, i);
        }
    }

    @Test
    void integers_are_not_divided_by_zero() {
        Tile a = Numbers.random(DType.INT32, 1, 8, 13);
        Tile zero = Tile.allocate(DType.INT32, 1, 8);

        assertThatThrownBy(() -> TileMath.binary(Arith.DIV, a, zero, a))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo(TileMath.DIVISION));
    }

    @ParameterizedTest
    @MethodSource("all")
    void neg(DType dtype) {
        Tile a = Numbers.random(dtype, 2, 100, 14);
        Tile out = Tile.allocate(dtype, 2, 100);

        TileMath.neg(a, out);

        for (int i = 0; i < a.elements(); i++) {
            if (dtype.isFloat()) {
                assertThat(Float.floatToIntBits(out.real(i)))
                        .isEqualTo(Float.floatToIntBits(-a.real(i)));
            } else {
                assertThat(out.integer(i)).isEqualTo(Numbers.wrap(dtype, -a.integer(i)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("floats")
    void exp(DType dtype) {
        Tile a = Numbers.random(dtype, 2, 100, 15);
        Tile out = Tile.allocate(dtype, 2, 100);

        TileMath.exp(a, out);

        for (int i = 0; i < a.elements(); i++) {
            double wanted = Numbers.round(dtype, (float) Math.exp(a.real(i)));
            assertThat(Float.floatToIntBits(out.real(i)))
                    .isEqualTo(Float.floatToIntBits((float) wanted));
        }
    }

    @ParameterizedTest
    @MethodSource("floats")
    void sums_of_rows_round_at_each_step(DType dtype) {
        Tile a = Numbers.random(dtype, 6, 50, 16);
        for (int i = 0; i < a.elements(); i++) {
            a.setReal(i, Float.isFinite(a.real(i)) ? Math.clamp(a.real(i), -100f, 100f) : 1);
        }
        a.setValid(5, 37);
        Tile out = Tile.allocate(dtype, 6, 1);

        TileMath.rowSum(a, out);

        assertThat(out.validRows()).isEqualTo(5);
        for (int r = 0; r < 5; r++) {
            double sum = 0;
            for (int c = 0; c < 37; c++) {
                sum = Numbers.round(dtype, sum + a.get(r, c));
            }
            assertThat(out.get(r, 0)).isEqualTo(sum);
        }
    }

    @ParameterizedTest
    @MethodSource("integers")
    void sums_of_rows_wrap(DType dtype) {
        Tile a = Numbers.random(dtype, 4, 33, 17);
        Tile out = Tile.allocate(dtype, 4, 1);

        TileMath.rowSum(a, out);

        for (int r = 0; r < 4; r++) {
            long sum = 0;
            for (int c = 0; c < 33; c++) {
                sum += a.integer(r * 33 + c);
            }
            assertThat(out.integer(r)).isEqualTo(Numbers.wrap(dtype, sum));
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void largest_of_rows(DType dtype) {
        Tile a = Numbers.random(dtype, 4, 33, 18);
        a.setValid(3, 20);
        Tile out = Tile.allocate(dtype, 4, 1);

        TileMath.rowMax(a, out);

        for (int r = 0; r < 3; r++) {
            if (dtype.isFloat()) {
                double max = Double.NEGATIVE_INFINITY;
                for (int c = 0; c < 20; c++) {
                    max = Math.max(max, a.get(r, c));
                }
                assertThat(Double.doubleToLongBits(out.get(r, 0)))
                        .isEqualTo(Double.doubleToLongBits(max));
            } else {
                long max = Long.MIN_VALUE;
                for (int c = 0; c < 20; c++) {
                    max = Math.max(max, a.integer(r * 33 + c));
                }
                assertThat(out.integer(r)).isEqualTo(max);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void transpose(DType dtype) {
        Tile a = Numbers.random(dtype, 3, 7, 19);
        a.setValid(2, 5);
        Tile out = Tile.allocate(dtype, 7, 3);

        TileMath.transpose(a, out);

        assertThat(out.validRows()).isEqualTo(5);
        assertThat(out.validColumns()).isEqualTo(2);
        for (int r = 0; r < 2; r++) {
            for (int c = 0; c < 5; c++) {
                assertThat(out.get(c, r)).isEqualTo(a.get(r, c));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void padding_fills_what_is_not_valid(DType dtype) {
        Tile a = Numbers.random(dtype, 4, 6, 20);
        Tile before = Tile.allocate(dtype, 4, 6);
        TileMath.copy(a, before);
        a.setValid(3, 4);

        TileMath.fillPad(a, PadValue.min, a);

        assertThat(a.isFull()).isTrue();
        double least =
                dtype.isFloat()
                        ? Double.NEGATIVE_INFINITY
                        : dtype == DType.BOOL
                                ? 0
                                : (double) Numbers.wrap(dtype, 1L << (8 * dtype.bytes() - 1));
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 6; c++) {
                assertThat(a.get(r, c)).isEqualTo(r < 3 && c < 4 ? before.get(r, c) : least);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void padding_is_the_smallest_the_largest_or_zero_of_the_type(DType dtype) {
        double[] found = new double[3];
        for (PadValue pad : PadValue.values()) {
            Tile a = Numbers.random(dtype, 1, 2, 20);
            a.setValid(1, 1);
            TileMath.fillPad(a, pad, a);
            found[pad.ordinal()] = a.get(0, 1);
        }
        boolean isFloat = dtype.isFloat();
        long half = 1L << (8 * dtype.bytes() - 2);
        double largest = isFloat ? Double.POSITIVE_INFINITY : (double) (half - 1 + half);
        double smallest = isFloat ? Double.NEGATIVE_INFINITY : (double) (-half - half);
        boolean isBool = dtype == DType.BOOL;
        assertThat(found[PadValue.zero.ordinal()]).isZero();
        assertThat(found[PadValue.max.ordinal()]).isEqualTo(isBool ? 1 : largest);
        assertThat(found[PadValue.min.ordinal()]).isEqualTo(isBool ? 0 : smallest);
    }

    @Test
    void padding_with_zero_and_the_largest() {
        Tile a = Numbers.random(DType.INT8, 1, 4, 21);
        a.setValid(1, 2);
        TileMath.fillPad(a, PadValue.max, a);
        assertThat(a.get(0, 3)).isEqualTo(127);
        a.setValid(1, 1);
        TileMath.fillPad(a, PadValue.zero, a);
        assertThat(a.get(0, 1)).isZero();
    }

    @ParameterizedTest
    @MethodSource("all")
    void constants(DType dtype) {
        Tile out = Numbers.random(dtype, 3, 5, 22);
        out.setValid(1, 1);
        if (dtype.isFloat()) {
            TileMath.full(1.1f, out);
            assertThat(out.get(2, 4)).isEqualTo(Numbers.round(dtype, 1.1f));
        } else {
            TileMath.full(1000L, out);
            assertThat(out.get(2, 4)).isEqualTo(Numbers.wrap(dtype, 1000));
        }
        assertThat(out.isFull()).isTrue();
    }

    @Test
    void reshape_keeps_the_order_and_the_prefix_that_is_valid() {
        Tile a = Numbers.random(DType.FP32, 6, 1, 23);
        a.setValid(4, 1);
        Tile row = Tile.allocate(DType.FP32, 1, 6);

        TileMath.reshape(a, row);

        assertThat(row.validColumns()).isEqualTo(4);
        assertThat(row.floats()).isEqualTo(a.floats());
    }

    @Test
    void a_valid_extent_is_not_larger_than_the_tile() {
        Tile a = Tile.allocate(DType.FP32, 2, 8);
        assertThatThrownBy(() -> TileMath.setValid(a, 3, 8, a))
                .isInstanceOfSatisfying(
                        Fault.class, f -> assertThat(f.rule()).isEqualTo(TileMath.VALID_EXTENT));
        TileMath.setValid(a, 1, 0, a);
        assertThat(a.validColumns()).isZero();
    }

    @ParameterizedTest
    @MethodSource("floats")
    void products_of_matrices_of_floats(DType dtype) {
        Tile a = small(dtype, 5, 7, 24);
        Tile b = small(dtype, 7, 3, 25);
        Tile out = Tile.allocate(DType.FP32, 5, 3);

        TileMath.matmul(a, b, out);

        for (int r = 0; r < 5; r++) {
            for (int c = 0; c < 3; c++) {
                float sum = 0;
                for (int k = 0; k < 7; k++) {
                    sum += (float) a.get(r, k) * (float) b.get(k, c);
                }
                assertThat(out.get(r, c)).isEqualTo(sum);
            }
        }
    }

    @Test
    void products_of_matrices_of_integers_wrap() {
        Tile a = Numbers.random(DType.INT32, 4, 6, 26);
        Tile b = Numbers.random(DType.INT32, 6, 4, 27);
        a.setValid(3, 5);
        b.setValid(6, 2);
        Tile out = Tile.allocate(DType.INT32, 4, 4);

        TileMath.matmul(a, b, out);

        assertThat(out.validRows()).isEqualTo(3);
        assertThat(out.validColumns()).isEqualTo(2);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 2; c++) {
                int sum = 0;
                for (int k = 0; k < 5; k++) {
                    sum += (int) a.integer(r * 6 + k) * (int) b.integer(k * 4 + c);
                }
                assertThat(out.integer(r * 4 + c)).isEqualTo(sum);
            }
        }
    }

    private static Tile small(DType dtype, int rows, int columns, long seed) {
        Tile tile = Numbers.random(dtype, rows, columns, seed);
        for (int i = 0; i < tile.elements(); i++) {
            tile.setReal(i, Float.isFinite(tile.real(i)) ? Math.clamp(tile.real(i), -9f, 9f) : 2);
        }
        return tile;
    }
}
