package org.crosstile.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.crosstile.abi.CastMode;
import org.crosstile.abi.DType;
import org.junit.jupiter.api.Test;

/** Which elements of a result depend on elements that nobody has written. */
class HolesTest {
    private static final int ROWS = 2;
    private static final int COLUMNS = 4;

    private static Tile defined() {
        Tile tile = Tile.allocate(DType.FP32, ROWS, COLUMNS);
        TileMath.full(1f, tile);
        return tile;
    }

    /** A tile of which only some elements are undefined. */
    private static Tile undefined(int... places) {
        Tile tile = defined();
        for (int i : places) {
            tile.holes().mark(i, i + 1, 7, Unwritten.NOBODY);
        }
        return tile;
    }

    /** A result that was undefined before. */
    private static Tile result(DType dtype, int rows, int columns) {
        Tile tile = Tile.allocate(dtype, rows, columns);
        tile.undefine(9, Unwritten.NOBODY);
        return tile;
    }

    private static Tile result() {
        return result(DType.FP32, ROWS, COLUMNS);
    }

    private static Set<Integer> holes(Tile tile) {
        Set<Integer> found = new TreeSet<>();
        for (int i = 0; i < tile.elements(); i++) {
            if (tile.holes().any(i, i + 1)) {
                found.add(i);
            }
        }
        return found;
    }

    @Test
    void elements_depend_on_those_at_their_place() {
        Tile out = result();
        TileMath.binary(Arith.ADD, undefined(1), undefined(6), out);
        assertThat(holes(out)).containsExactly(1, 6);
        TileMath.binary(Arith.MUL, undefined(2), 2f, out);
        assertThat(holes(out)).containsExactly(2);
        TileMath.exp(undefined(3), out);
        assertThat(holes(out)).containsExactly(3);
        TileMath.neg(undefined(4), out);
        assertThat(holes(out)).containsExactly(4);
        TileMath.copy(undefined(5), out);
        assertThat(holes(out)).containsExactly(5);
        TileMath.binary(Arith.ADD, defined(), defined(), out);
        assertThat(holes(out)).isEmpty();
        Tile half = result(DType.FP16, ROWS, COLUMNS);
        Convert.tile(undefined(7), CastMode.none, half);
        assertThat(holes(half)).containsExactly(7);
    }

    @Test
    void a_result_may_be_its_own_operand() {
        Tile tile = undefined(1, 6);
        TileMath.binary(Arith.ADD, tile, tile, tile);
        assertThat(holes(tile)).containsExactly(1, 6);
    }

    @Test
    void repeated_rows_and_columns_repeat_their_holes() {
        Tile row = Tile.allocate(DType.FP32, 1, COLUMNS);
        row.holes().mark(2, 3, 7, Unwritten.NOBODY);
        Tile out = result();
        TileMath.binary(Arith.ADD, defined(), row, out);
        assertThat(holes(out)).containsExactly(2, 6);
        Tile column = Tile.allocate(DType.FP32, ROWS, 1);
        column.holes().mark(1, 2, 7, Unwritten.NOBODY);
        TileMath.binary(Arith.ADD, defined(), column, out);
        assertThat(holes(out)).containsExactly(4, 5, 6, 7);
    }

    @Test
    void a_reduction_depends_on_its_row() {
        Tile out = result(DType.FP32, ROWS, 1);
        TileMath.rowSum(undefined(6), out);
        assertThat(holes(out)).containsExactly(1);
        TileMath.rowMax(undefined(0), out);
        assertThat(holes(out)).containsExactly(0);
        Tile narrow = undefined(3);
        narrow.setValid(ROWS, 3);
        TileMath.rowSum(narrow, out);
        assertThat(holes(out)).isEmpty();
    }

    @Test
    void elements_that_move_take_their_holes_along() {
        Tile turned = result(DType.FP32, COLUMNS, ROWS);
        TileMath.transpose(undefined(1), turned);
        assertThat(holes(turned)).containsExactly(2);
        Tile part = result(DType.FP32, 1, 2);
        TileMath.slice(undefined(6), new long[] {1, 1}, part);
        assertThat(holes(part)).containsExactly(1);
        Tile flat = result(DType.FP32, 1, ROWS * COLUMNS);
        TileMath.reshape(undefined(6), flat);
        assertThat(holes(flat)).containsExactly(6);
    }

    @Test
    void a_matrix_product_depends_on_a_row_and_a_column() {
        Tile left = undefined(5);
        Tile right = Tile.allocate(DType.FP32, COLUMNS, 2);
        right.holes().mark(1, 2, 7, Unwritten.NOBODY);
        Tile out = result(DType.FP32, ROWS, 2);
        TileMath.matmul(left, right, out);
        assertThat(holes(out)).containsExactly(1, 2, 3);
        Tile sum = Tile.allocate(DType.FP32, ROWS, 2);
        sum.holes().mark(0, 1, 7, Unwritten.NOBODY);
        TileMath.matmulAcc(sum, defined(), Tile.allocate(DType.FP32, COLUMNS, 2), out);
        assertThat(holes(out)).containsExactly(0);
    }

    @Test
    void padding_and_single_elements_define() {
        Tile tile = result();
        tile.setValid(1, 2);
        TileMath.fillPad(tile, PadValue.zero, tile);
        assertThat(holes(tile)).containsExactly(0, 1);
        Elements.write(tile, new long[] {0, 1}, 3f);
        assertThat(holes(tile)).containsExactly(0);
    }

    @Test
    void a_load_marks_what_has_not_been_written_and_a_store_tells_of_it() {
        List<Integer> used = new java.util.ArrayList<>();
        Unwritten told =
                new Unwritten() {
                    @Override
                    public int read(View view, long offset, long bytes) {
                        return (int) (offset * 1000 + bytes);
                    }

                    @Override
                    public void used(int origin) {
                        used.add(origin);
                    }

                    @Override
                    public void added(int origin) {
                        used.add(-origin);
                    }
                };
        Written written = new Written();
        View tensor =
                View.zeros(DType.FP32, ROWS, COLUMNS)
                        .watched(new FreshTensor(new Fresh(written, told)));
        written.add(List.of(Area.run(0, 4)));
        Tile tile = result();
        Transfer.load(tensor, new long[] {0, 0}, new long[] {ROWS, COLUMNS}, tile);
        assertThat(holes(tile)).containsExactly(1, 2, 3, 4, 5, 6, 7);
        View other = View.zeros(DType.FP32, ROWS, COLUMNS);
        tile.setValid(1, 1);
        Transfer.store(tile, other, new long[] {0, 0});
        assertThat(used).isEmpty();
        tile.setValid(1, 2);
        Transfer.store(tile, other, new long[] {0, 0});
        Transfer.storeAdd(tile, tensor, new long[] {0, 0});
        assertThat(used).containsExactly(4028, 4028, -4004);
        Transfer.copy(tensor, new long[] {1, 0}, other, new long[] {0, 0}, new long[] {1, COLUMNS});
        assertThat(used).endsWith(16016);
    }

    @Test
    void bytes_are_known_across_pages() {
        Written written = new Written();
        long edge = 1L << 20;
        written.add(List.of(Area.run(edge - 2, 4), new Area(3 * edge - 1, 1, 4, 3)));
        assertThat(written.firstGap(Area.run(edge - 2, 4))).isEqualTo(-1);
        assertThat(written.firstGap(Area.run(edge - 2, 5))).isEqualTo(edge + 2);
        assertThat(written.firstGap(edge - 3, edge)).isEqualTo(edge - 3);
        assertThat(written.gapEnd(0, 4 * edge)).isEqualTo(edge - 2);
        assertThat(written.firstGap(new Area(3 * edge - 1, 1, 4, 3))).isEqualTo(-1);
        assertThat(written.gapEnd(3 * edge, 3 * edge + 3)).isEqualTo(3 * edge + 3);
        written.clear();
        assertThat(written.firstGap(edge, edge + 1)).isEqualTo(edge);
    }
}
