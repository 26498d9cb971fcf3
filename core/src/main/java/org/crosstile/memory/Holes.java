package org.crosstile.memory;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tile's storage that depend on something that nobody has written, each with what
 * stands for it. Nothing is kept, and nothing costs time, as long as there are none.
 */
final class Holes {
    private final int elements;
    private int @Nullable [] origins;
    private Unwritten told = Unwritten.NOBODY;

    Holes(int elements) {
        this.elements = elements;
    }

    boolean areNone() {
        return origins == null;
    }

    /** What an element comes from; 0 if it is defined. */
    private int at(int i) {
        int[] all = origins;
        return all == null ? 0 : all[i];
    }

    private int[] all() {
        int[] all = origins;
        if (all == null) {
            all = new int[elements];
            origins = all;
        }
        return all;
    }

    /** Elements are undefined from now on. */
    void mark(int from, int to, int origin, Unwritten who) {
        Arrays.fill(all(), from, to, origin);
        told = who;
    }

    /** Every element is defined. */
    void clear() {
        origins = null;
    }

    /** Elements are defined from now on. */
    void clear(int from, int to) {
        int[] all = origins;
        if (all != null) {
            if (from == 0 && to == elements) {
                clear();
            } else {
                Arrays.fill(all, from, to, 0);
            }
        }
    }

    /** Elements have been copied. */
    void copy(Holes source, int from, int at, int n) {
        int[] theirs = source.origins;
        if (theirs == null) {
            clear(at, at + n);
        } else {
            System.arraycopy(theirs, from, all(), at, n);
            told = source.told;
        }
    }

    /** Whether one of a range is undefined. */
    boolean any(int from, int to) {
        return first(from, to - from, 1) != 0;
    }

    /** Tells of each kind of undefined elements in a range. */
    void uses(int from, int to) {
        int[] all = origins;
        if (all == null) {
            return;
        }
        int last = 0;
        for (int i = from; i < to; i++) {
            if (all[i] != 0 && all[i] != last) {
                last = all[i];
                told.used(last);
            }
        }
    }

    /** Each valid element of a result depends on those at the same place of both operands. */
    static void elementwise(Tile a, Tile b, Tile out) {
        Holes left = a.holes();
        Holes right = b.holes();
        Holes result = out.holes();
        if (left.areNone() && right.areNone() && result.areNone()) {
            return;
        }
        for (int r = 0; r < out.validRows(); r++) {
            int from = r * out.columns();
            int to = from + out.validColumns();
            if (left.areNone() && right.areNone()) {
                result.clear(from, to);
            } else {
                for (int i = from; i < to; i++) {
                    int origin = left.at(i) != 0 ? left.at(i) : right.at(i);
                    result.set(i, origin, left.areNone() ? right.told : left.told);
                }
            }
        }
    }

    /** The first element of each valid row of a result depends on all of an operand's row. */
    static void rows(Tile a, Tile out) {
        if (a.holes().areNone() && out.holes().areNone()) {
            return;
        }
        for (int r = 0; r < out.validRows(); r++) {
            int from = r * a.columns();
            int origin = a.holes().first(from, a.validColumns(), 1);
            out.holes().set(r, origin, a.holes().told);
        }
    }

    /**
     * Each valid element of a matrix product depends on a row and a column.
     *
     * @param adds whether it depends on what the result held, too
     */
    static void product(Tile a, Tile b, int inner, Tile out, boolean adds) {
        if (a.holes().areNone() && b.holes().areNone() && out.holes().areNone()) {
            return;
        }
        int[] columns = new int[b.validColumns()];
        for (int c = 0; c < columns.length; c++) {
            columns[c] = b.holes().first(c, inner, b.columns());
        }
        for (int r = 0; r < a.validRows(); r++) {
            int row = a.holes().first(r * a.columns(), inner, 1);
            for (int c = 0; c < columns.length; c++) {
                int i = r * out.columns() + c;
                int origin = row != 0 ? row : columns[c];
                if (origin != 0 || !adds) {
                    out.holes().set(i, origin, row != 0 ? a.holes().told : b.holes().told);
                }
            }
        }
    }

    /** The first origin among elements at equal distances; 0 if all of them are defined. */
    private int first(int from, int n, int step) {
        int[] all = origins;
        for (int k = 0; all != null && k < n; k++) {
            if (all[from + k * step] != 0) {
                return all[from + k * step];
            }
        }
        return 0;
    }

    private void set(int i, int origin, Unwritten who) {
        if (origin != 0) {
            mark(i, i + 1, origin, who);
        } else {
            clear(i, i + 1);
        }
    }
}
