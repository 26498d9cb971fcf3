package org.crosstile.isa;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Who last touched which bytes of a UB. A write must be ordered behind everything that touched
 * them, a read behind the last write; what orders is only the own pipe, events and barriers.
 */
final class UbAccesses {
    private static final class Range {
        final int from;
        final int to;
        int writer = -1;
        int written;
        Work write = Work.NONE;
        final int[] read = new int[Pipes.COUNT];
        final Work[] reads = new Work[Pipes.COUNT];

        /** Tiles of this range that have been written: one for each type. */
        final List<org.crosstile.memory.Tile> filled = new ArrayList<>();

        Range(int from, int to) {
            this.from = from;
            this.to = to;
            Arrays.fill(reads, Work.NONE);
        }
    }

    private final int rank;
    private final Pipes pipes;
    private final List<Range> ranges = new ArrayList<>();

    UbAccesses(int rank, Pipes pipes) {
        this.rank = rank;
        this.pipes = pipes;
    }

    /** Checks and notes that the running instruction of a pipe reads a tile. */
    void read(Pipe pipe, Tile tile, Work what) {
        for (Range range : ranges) {
            if (range.from < tile.end() && tile.address() < range.to) {
                checkWrite(range, pipe, tile, what, "reads");
                seeAs(range, tile);
            }
        }
        Range own = range(tile);
        own.read[pipe.ordinal()] = pipes.position(pipe);
        own.reads[pipe.ordinal()] = what;
    }

    /** Checks and notes that the running instruction of a pipe writes a tile. */
    void write(Pipe pipe, Tile tile, Work what) {
        for (Range range : ranges) {
            if (range.from < tile.end() && tile.address() < range.to) {
                checkWrite(range, pipe, tile, what, "writes");
                checkReads(range, pipe, tile, what);
            }
        }
        Range own = range(tile);
        own.writer = pipe.ordinal();
        own.written = pipes.position(pipe);
        own.write = what;
        if (own.filled.stream().noneMatch(tile.elements()::overlaps)) {
            own.filled.add(tile.elements());
        }
    }

    /** Bytes that were written as another tile count as written, whatever they hold. */
    private static void seeAs(Range range, Tile tile) {
        if (range.filled.stream().anyMatch(filled -> !filled.overlaps(tile.elements()))) {
            tile.elements().define();
        }
    }

    private Range range(Tile tile) {
        for (Range range : ranges) {
            if (range.from == tile.address() && range.to == tile.end()) {
                return range;
            }
        }
        Range added = new Range(tile.address(), tile.end());
        ranges.add(added);
        return added;
    }

    private boolean isKnown(Pipe pipe, int other, int position) {
        return pipes.known(pipe)[other] >= position;
    }

    private void checkWrite(Range range, Pipe pipe, Tile tile, Work what, String how) {
        if (range.writer >= 0 && !isKnown(pipe, range.writer, range.written)) {
            throw race(pipe, tile, what, how, range.write, range.writer, "writes");
        }
    }

    private void checkReads(Range range, Pipe pipe, Tile tile, Work what) {
        for (int other = 0; other < Pipes.COUNT; other++) {
            if (!isKnown(pipe, other, range.read[other])) {
                throw race(pipe, tile, what, "writes", range.reads[other], other, "reads");
            }
        }
    }

    private Race race(
            Pipe pipe, Tile tile, Work what, String how, Work before, int other, String touched) {
        String found =
                what.name()
                        + " on "
                        + pipe
                        + " "
                        + how
                        + " `"
                        + tile.name()
                        + "` (UB 0x"
                        + Integer.toHexString(tile.address())
                        + " to 0x"
                        + Integer.toHexString(tile.end())
                        + ") while "
                        + before.name()
                        + " on "
                        + Pipe.values()[other]
                        + " "
                        + touched
                        + " it";
        return new Race(
                found,
                "let " + what.name() + " wait for the event that " + before.name() + " returns",
                before.site(),
                what.site(),
                rank);
    }
}
