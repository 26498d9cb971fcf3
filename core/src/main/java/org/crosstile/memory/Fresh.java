package org.crosstile.memory;

import java.util.List;

/**
 * A memory that began without contents.
 *
 * @param written what has been written of it
 * @param told who is told if something else is used
 */
public record Fresh(Written written, Unwritten told) {
    /** Some bytes decide something, or are copied to where others read them. */
    public void uses(View view, List<Area> areas) {
        for (Area area : areas) {
            long gap = written.firstGap(area);
            if (gap >= 0) {
                told.used(origin(view, gap, area));
                return;
            }
        }
    }

    /** Something is added to some bytes. */
    public void adds(View view, List<Area> areas) {
        for (Area area : areas) {
            long gap = written.firstGap(area);
            if (gap >= 0) {
                told.added(origin(view, gap, area));
                return;
            }
        }
    }

    /** What stands for the bytes of an area from a gap on, as far as they lie in one row. */
    private int origin(View view, long gap, Area area) {
        long run = area.runs() == 1 ? 0 : (gap - area.offset()) / area.stride();
        long end = area.offset() + run * area.stride() + area.bytes();
        return told.read(view, gap, written.gapEnd(gap, end) - gap);
    }

    /** A tile has been filled from a box: its elements are as undefined as those of the box. */
    void follow(Box box, Tile out, List<Area> areas) {
        for (Area area : areas) {
            long gap = written.firstGap(area);
            if (gap >= 0) {
                mark(box, out, origin(box.view, gap, area));
                return;
            }
        }
    }

    private void mark(Box box, Tile out, int origin) {
        int size = box.view.dtype().bytes();
        for (int r = 0; r < box.rows; r++) {
            for (int c = 0; c < box.columns; c++) {
                long at = box.address(r) + c * box.step();
                if (written.firstGap(at, at + size) >= 0) {
                    int i = r * out.columns() + c;
                    out.holes().mark(i, i + 1, origin, told);
                }
            }
        }
    }
}
