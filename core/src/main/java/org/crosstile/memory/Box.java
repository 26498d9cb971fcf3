package org.crosstile.memory;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.crosstile.abi.DType;

/**
 * A box of a view, seen as rows: the last dimension is a row, all leading ones are counted through.
 * A shape with fewer dimensions than the view stands for its last ones.
 */
final class Box {
    final View view;
    private final long base;
    private final long[] shape;

    /** Number of rows. */
    final long rows;

    /** Elements per row. */
    final long columns;

    /** A box without gaps in memory of its own, for the rows and columns of another. */
    static Box packed(DType dtype, long rows, long columns) {
        long[] shape = {rows, columns};
        MemorySegment memory =
                MemorySegment.ofArray(new byte[Math.toIntExact(rows * columns * dtype.bytes())]);
        return new Box(View.packed(memory, 0, dtype, shape), 0, shape);
    }

    private Box(View view, long base, long[] shape) {
        this.view = view;
        this.base = base;
        this.shape = shape;
        long n = 1;
        for (int i = 0; i < shape.length - 1; i++) {
            n *= shape[i];
        }
        this.rows = n;
        this.columns = shape[shape.length - 1];
    }

    private Box(Box box, long rows) {
        this.view = box.view;
        this.base = box.base;
        this.shape = box.shape;
        this.rows = rows;
        this.columns = box.columns;
    }

    /** The first rows of the box, at most those that it has. */
    Box first(long n) {
        return n >= rows ? this : new Box(this, n);
    }

    /** All elements of a view. */
    static Box all(View view) {
        return new Box(view, view.offset(), view.shape());
    }

    /**
     * The box at {@code offsets}. One without elements lies wherever it is said to, and is never
     * reached.
     *
     * @param slack how many elements the last dimension may reach too far
     * @throws Fault if an extent is negative, or if the box leaves the view
     */
    static Box of(View view, long[] offsets, long[] shape, Limits limits, int slack) {
        long[] full = aligned(shape, view.rank());
        long at = 0;
        boolean empty = false;
        for (int i = 0; i < full.length; i++) {
            if (full[i] < 0) {
                throw limits.negative(full[i], i - full.length + shape.length);
            }
            long reach = i == full.length - 1 ? offsets[i] - slack : offsets[i];
            if (offsets[i] < 0 || (full[i] > 0 && reach > view.dim(i) - full[i])) {
                throw outside(view, offsets, full, i, limits);
            }
            empty |= full[i] == 0;
            at += offsets[i] * view.stride(i);
        }
        return new Box(view, view.offset() + (empty ? 0 : at * view.dtype().bytes()), full);
    }

    private static long[] aligned(long[] shape, int rank) {
        if (shape.length == rank) {
            return shape;
        }
        long[] full = new long[rank];
        for (int i = 0; i < rank; i++) {
            int from = shape.length - rank + i;
            full[i] = from < 0 ? 1 : shape[from];
        }
        return full;
    }

    private static Fault outside(View view, long[] offsets, long[] extents, int i, Limits limits) {
        String found =
                offsets[i] < 0
                        ? "offset " + offsets[i] + " of dimension " + i
                        : "offset "
                                + offsets[i]
                                + " + extent "
                                + extents[i]
                                + " exceeds "
                                + view.dim(i)
                                + " in dimension "
                                + i;
        long left = offsets[i] < 0 ? 0 : view.dim(i) - offsets[i];
        String hint =
                offsets[i] < 0
                        ? "offsets count from 0"
                        : left > 0
                                ? "at most "
                                        + left
                                        + " fit from this offset on: limit the extent by pl.min"
                                : "nothing lies behind this offset";
        return new Fault(limits.bounds(), limits.inside(), found, hint);
    }

    /** Whether there is no element in it. */
    boolean isEmpty() {
        return rows <= 0 || columns <= 0;
    }

    /** Byte offset of the first element of a row. */
    long address(long row) {
        long at = 0;
        long rest = row;
        for (int i = shape.length - 2; i > 0; i--) {
            at += rest % shape[i] * view.stride(i);
            rest /= shape[i];
        }
        if (shape.length > 1) {
            at += rest * view.stride(0);
        }
        return base + at * view.dtype().bytes();
    }

    /** Bytes between neighbours in a row. */
    long step() {
        return view.stride(shape.length - 1) * view.dtype().bytes();
    }

    /** Whether the elements of a row lie next to each other. */
    boolean hasPackedRows() {
        return view.stride(shape.length - 1) == 1 || columns <= 1;
    }

    /** Whether all elements lie next to each other. */
    boolean isPacked() {
        if (!hasPackedRows()) {
            return false;
        }
        long step = 1;
        for (int i = shape.length - 1; i >= 0; i--) {
            if (shape[i] != 1 && view.stride(i) != step) {
                return false;
            }
            step *= shape[i];
        }
        return true;
    }

    /** Whether another box of the same extents is the very same elements of the same memory. */
    boolean isSameAs(Box other) {
        return view.segment().equals(other.view.segment())
                && base == other.base
                && Arrays.equals(shape, other.shape)
                && step() == other.step()
                && (rows == 0 || address(rows - 1) == other.address(rows - 1));
    }

    /** Tells the view's observer that all elements are about to be read into a tile. */
    void reads() {
        if (view.isWatched()) {
            List<Area> areas = areas();
            if (!areas.isEmpty()) {
                view.watch().reads(view, areas);
            }
        }
    }

    /** Tells the view's observer that all elements are about to be copied to other memory. */
    void moves() {
        reads();
        if (view.isWatched()) {
            view.watch().fresh().ifPresent(fresh -> fresh.uses(view, areas()));
        }
    }

    /** A tile has been filled with the elements: it is as undefined as they are. */
    void defines(Tile out) {
        out.holes().clear();
        if (view.isWatched()) {
            view.watch().fresh().ifPresent(fresh -> fresh.follow(this, out, areas()));
        }
    }

    /** The bytes of the box; none if it is empty. */
    List<Area> areas() {
        if (isEmpty()) {
            return List.of();
        }
        int size = view.dtype().bytes();
        if (isPacked()) {
            return List.of(Area.run(address(0), rows * columns * size));
        }
        List<Area> areas = new ArrayList<>();
        if (!hasPackedRows()) {
            for (long r = 0; r < rows; r++) {
                areas.add(
                        step() < size
                                ? Area.run(address(r), size)
                                : new Area(address(r), size, step(), columns));
            }
            return areas;
        }
        int inner = shape.length - 2;
        long runs = inner < 0 ? 1 : shape[inner];
        long stride = inner < 0 ? 0 : view.stride(inner) * size;
        boolean apart = stride >= columns * size;
        for (long r = 0; r < rows; r += apart ? runs : 1) {
            areas.add(
                    apart && runs > 1
                            ? new Area(address(r), columns * size, stride, Math.min(runs, rows - r))
                            : Area.run(address(r), columns * size));
        }
        return areas;
    }

    /** The box as a view of its own. */
    View view(long[] extents) {
        return view.at(base, extents);
    }
}
