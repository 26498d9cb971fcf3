package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransferTest {
    private static long[] at(long... entries) {
        return entries;
    }

    /** A tensor whose elements count up from 1, as far as the type can. */
    private static View counting(DType dtype, long... shape) {
        View view = View.zeros(dtype, shape);
        for (long i = 0; i < view.elements(); i++) {
            long[] index = new long[shape.length];
            long rest = i;
            for (int d = shape.length - 1; d >= 0; d--) {
                index[d] = rest % shape[d];
                rest /= shape[d];
            }
            set(view, index, i + 1);
        }
        return view;
    }

    private static void set(View view, long[] index, long value) {
        if (view.dtype().isFloat()) {
            Elements.write(view, index, (float) value);
        } else if (view.dtype().bytes() == 8) {
            Elements.write(view, index, value);
        } else {
            Elements.write(view, index, (int) value);
        }
    }

    private static double get(View view, long... index) {
        return view.dtype().isFloat()
                ? Elements.readFloat(view, index)
                : Elements.readLong(view, index);
    }

    private static void faults(String rule, ThrowingCallable code, Consumer<Fault> more) {
        assertThatThrownBy(code)
                .isInstanceOfSatisfying(
                        Fault.class,
                        f -> {
                            assertThat(f.rule()).isEqualTo(rule);
                            more.accept(f);
                        });
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FP32", "FP16", "BF16", "INT8", "INT16", "INT32", "INT64", "INDEX", "BOOL"})
    void a_box_comes_and_goes_in_every_type(DType dtype) {
        View src = counting(dtype, 5, 7);
        View dst = View.zeros(dtype, 5, 7);
        Tile tile = Tile.allocate(dtype, 3, 4);

        Transfer.load(src, at(1, 2), at(3, 4), tile);
        Transfer.store(tile, dst, at(2, 3));

        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 4; c++) {
                assertThat(tile.get(r, c)).isEqualTo(get(src, 1 + r, 2 + c));
                assertThat(get(dst, 2 + r, 3 + c)).isEqualTo(get(src, 1 + r, 2 + c));
            }
        }
        assertThat(get(dst, 1, 3)).isZero();
        assertThat(get(dst, 2, 2)).isZero();
    }

    @Test
    void a_tail_is_read_up_to_its_valid_extent_and_zero_behind() {
        View src = counting(DType.FP32, 1, 65);
        Tile tile = Numbers.random(DType.FP32, 1, 16, 1);

        Transfer.load(src, at(0, 64), at(1, 16), at(1, 1), tile);

        assertThat(tile.validColumns()).isEqualTo(1);
        assertThat(tile.get(0, 0)).isEqualTo(65);
        for (int c = 1; c < 16; c++) {
            assertThat(tile.get(0, c)).isZero();
        }
    }

    @Test
    void rows_behind_the_valid_ones_are_zero() {
        View src = counting(DType.INT16, 8, 8);
        Tile tile = Numbers.random(DType.INT16, 4, 8, 2);

        Transfer.load(src, at(6, 0), at(4, 8), at(2, 5), tile);

        assertThat(tile.get(1, 4)).isEqualTo(7 * 8 + 4 + 1);
        assertThat(tile.get(1, 5)).isZero();
        assertThat(tile.get(2, 0)).isZero();
        assertThat(tile.validRows()).isEqualTo(2);
    }

    @Test
    void only_the_valid_region_is_stored() {
        View dst = counting(DType.FP32, 4, 8);
        Tile tile = Tile.allocate(DType.FP32, 3, 6);
        TileMath.full(-1f, tile);
        tile.setValid(2, 3);

        Transfer.store(tile, dst, at(1, 4));

        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 8; c++) {
                boolean inside = r >= 1 && r < 3 && c >= 4 && c < 7;
                assertThat(get(dst, r, c)).isEqualTo(inside ? -1 : r * 8 + c + 1);
            }
        }
    }

    @Test
    void a_tile_goes_into_a_tensor_of_three_dimensions() {
        View dst = View.zeros(DType.FP32, 3, 4, 8);
        Tile tile = Tile.allocate(DType.FP32, 1, 8);
        TileMath.full(2f, tile);

        Transfer.store(tile, dst, at(2, 3, 0));

        assertThat(get(dst, 2, 3, 7)).isEqualTo(2);
        assertThat(get(dst, 2, 2, 7)).isZero();
    }

    @Test
    void a_box_of_three_dimensions_is_rows_in_order() {
        View src = counting(DType.INT32, 4, 5, 6);
        View dst = View.zeros(DType.INT32, 4, 5, 6);
        Tile tile = Tile.allocate(DType.INT32, 2 * 3, 4);

        Transfer.load(src, at(1, 2, 1), at(2, 3, 4), tile);
        Transfer.store(tile, dst, at(2, 0, 2), at(2, 3, 4));

        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 4; k++) {
                    double element = get(src, 1 + i, 2 + j, 1 + k);
                    assertThat(tile.get(i * 3 + j, k)).isEqualTo(element);
                    assertThat(get(dst, 2 + i, j, 2 + k)).isEqualTo(element);
                }
            }
        }
    }

    @Test
    void a_partly_valid_box_stores_its_leading_rows() {
        View dst = View.zeros(DType.INT32, 2, 3, 4);
        Tile tile = Tile.allocate(DType.INT32, 6, 4);
        TileMath.full(1L, tile);
        tile.setValid(4, 2);

        Transfer.store(tile, dst, at(0, 0, 0), at(2, 3, 4));

        int stored = 0;
        for (int i = 0; i < 2; i++) {
            for (int j = 0; j < 3; j++) {
                for (int k = 0; k < 4; k++) {
                    boolean inside = i * 3 + j < 4 && k < 2;
                    assertThat(get(dst, i, j, k)).isEqualTo(inside ? 1 : 0);
                    stored += inside ? 1 : 0;
                }
            }
        }
        assertThat(stored).isEqualTo(8);
    }

    @Test
    void one_dimension() {
        View src = counting(DType.FP16, 40);
        View dst = View.zeros(DType.FP16, 40);
        Tile tile = Tile.allocate(DType.FP16, 1, 16);

        Transfer.load(src, at(24), at(16), tile);
        Transfer.store(tile, dst, at(8));

        assertThat(get(dst, 8)).isEqualTo(25);
        assertThat(get(dst, 23)).isEqualTo(40);
        assertThat(get(dst, 24)).isZero();
    }

    @Test
    void strided_views_are_gathered_and_scattered() {
        View all = counting(DType.INT64, 6, 6);
        View columns =
                new View(
                        all.segment(),
                        all.offset(),
                        DType.INT64,
                        at(6, 6),
                        at(1, 6),
                        Optional.empty());
        Tile tile = Tile.allocate(DType.INT64, 2, 3);

        Transfer.load(columns, at(1, 2), at(2, 3), tile);
        assertThat(tile.get(0, 0)).isEqualTo(get(all, 2, 1));
        assertThat(tile.get(1, 2)).isEqualTo(get(all, 4, 2));

        TileMath.full(-5L, tile);
        Transfer.store(tile, columns, at(0, 0));
        assertThat(get(all, 2, 1)).isEqualTo(-5);
        assertThat(get(all, 1, 2)).isNotEqualTo(-5);
    }

    @Test
    void slices_are_views() {
        View all = counting(DType.FP32, 3, 4, 5);

        View row = Transfer.slice(all, at(1, 1, 5), at(2, 3, 0), at(), at(0));
        assertThat(row.shape()).containsExactly(1, 5);
        assertThat(get(row, 0, 4)).isEqualTo(3 * 4 * 5);

        View box = Transfer.slice(all, at(3, 2, 2), at(0, 1, 3));
        assertThat(get(box, 1, 1, 1)).isEqualTo(get(all, 1, 2, 4));
        Elements.write(box, at(2, 0, 0), 0.5f);
        assertThat(get(all, 2, 1, 3)).isEqualTo(0.5);
        assertThat(box.isPacked()).isFalse();
        assertThat(row.isPacked()).isTrue();
    }

    @Test
    void copies_between_views() {
        View src = counting(DType.INT8, 4, 6);
        View dst = View.zeros(DType.INT8, 2, 4, 6);

        Transfer.copy(src, at(1, 1), dst, at(1, 2, 3), at(2, 3));

        assertThat(get(dst, 1, 2, 3)).isEqualTo(get(src, 1, 1));
        assertThat(get(dst, 1, 3, 5)).isEqualTo(get(src, 2, 3));
        assertThat(get(dst, 0, 2, 3)).isZero();
        assertThat(get(dst, 1, 2, 2)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = DType.class,
            names = {"FP32", "FP16", "BF16", "INT8", "INT16", "INT32"})
    void adding_to_what_is_there(DType dtype) {
        View dst = counting(dtype, 2, 5);
        Tile tile = Tile.allocate(dtype, 1, 5);
        if (dtype.isFloat()) {
            TileMath.full(2f, tile);
        } else {
            TileMath.full(2L, tile);
        }

        Transfer.storeAdd(tile, dst, at(1, 0));
        Transfer.copyAdd(dst, at(0, 0), dst, at(1, 1), at(1, 3));

        assertThat(get(dst, 0, 4)).isEqualTo(5);
        assertThat(get(dst, 1, 0)).isEqualTo(8);
        assertThat(get(dst, 1, 1)).isEqualTo(9 + 1);
        assertThat(get(dst, 1, 3)).isEqualTo(11 + 3);
        assertThat(get(dst, 1, 4)).isEqualTo(12);
    }

    @Test
    void whoever_leaves_a_tensor_is_told_where() {
        View view = counting(DType.FP32, 4, 64);
        Tile tile = Tile.allocate(DType.FP32, 1, 16);
        faults(
                Transfer.LOAD_BOUNDS,
                () -> Transfer.load(view, at(0, 60), at(1, 16), tile),
                f -> {
                    assertThat(f.found())
                            .isEqualTo("offset 60 + extent 16 exceeds 64 in dimension 1");
                    assertThat(f.hint()).startsWith("at most 4 fit");
                });
        faults(
                Transfer.LOAD_BOUNDS,
                () -> Transfer.load(view, at(-1, 0), at(1, 16), tile),
                f -> assertThat(f.found()).isEqualTo("offset -1 of dimension 0"));
        faults(Transfer.STORE_BOUNDS, () -> Transfer.store(tile, view, at(4, 0)), f -> {});
        faults(Transfer.STORE_BOUNDS, () -> Transfer.storeAdd(tile, view, at(0, 49)), f -> {});
        faults(
                Transfer.COPY_BOUNDS,
                () -> Transfer.copy(view, at(0, 0), view, at(3, 0), at(2, 64)),
                f -> {});
        faults(Transfer.SLICE_BOUNDS, () -> Transfer.slice(view, at(2, 64), at(3, 0)), f -> {});
        faults(Elements.READ_BOUNDS, () -> Elements.readFloat(view, at(0, 64)), f -> {});
        faults(Elements.WRITE_BOUNDS, () -> Elements.write(view, at(4, 0), 1f), f -> {});
        faults(Elements.ARRAY_BOUNDS, () -> Elements.readInt(new long[3], 3), f -> {});
    }

    @Test
    void a_box_without_elements_is_inside_anywhere() {
        View view = counting(DType.FP32, 4, 64);
        Tile tile = Numbers.random(DType.FP32, 1, 16, 3);

        Transfer.load(view, at(0, 64), at(1, 16), at(1, 0), tile);

        assertThat(tile.validColumns()).isZero();
        assertThat(tile.get(0, 0)).isZero();
    }

    @Test
    void tails_may_reach_into_the_slack_of_a_slot() {
        View view = View.packed(View.zeros(DType.FP16, 32).segment(), 0, DType.FP16, 1, 17);
        Tile tile = Tile.allocate(DType.FP16, 1, 32);

        padded(view, at(1, 16), tile);

        assertThat(tile.validColumns()).isEqualTo(16);
        faults(Transfer.LOAD_BOUNDS, () -> padded(view, at(1, 17), tile), f -> {});
    }

    private static void padded(View view, long[] valid, Tile tile) {
        Transfer.load(
                view, at(0, 16), at(1, 32), valid, Transfer.LOADED, Transfer.LOAD_VALID, 15, tile);
    }

    @Test
    void arrays_wrap_to_their_element_type() {
        long[] array = Elements.array(2);
        Elements.update(array, 0, 0x1_0000_0001L, DType.INT32);
        Elements.update(array, 1, 300, DType.INT8);
        assertThat(array).containsExactly(1, 44);
        assertThat(Elements.readInt(array, 1)).isEqualTo(44);
    }
}
