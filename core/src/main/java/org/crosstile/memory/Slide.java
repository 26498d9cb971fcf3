package org.crosstile.memory;

/**
 * Moves a box of elements from view to view through staging tiles, as the chip's DMA does: chunk by
 * chunk, each no larger than a stage. The rows of a box are all its leading extents multiplied.
 * With two stages the next chunk is read before the last one is written.
 */
public final class Slide {
    /** The part of a box that a stage holds. */
    private record Chunk(long row, long column, int rows, int columns) {}

    private final Box from;
    private final Box to;
    private final Tile[] stages;
    private final boolean adds;

    private Slide(Box from, Box to, Tile[] stages, boolean adds) {
        this.from = from;
        this.to = to;
        this.stages = stages;
        this.adds = adds;
    }

    /**
     * Copies a box, or adds it element by element atomically.
     *
     * @param ping the stage; its extents are the most that one chunk has
     * @param pong the other stage of a pipeline, or the same one
     * @throws Fault if the box leaves one of the views; nothing has been moved then
     */
    @SuppressWarnings("ReferenceEquality") // one stage is one tile
    public static void move(
            View src,
            long[] srcOffsets,
            View dst,
            long[] dstOffsets,
            long[] shape,
            Limits limits,
            Tile ping,
            Tile pong,
            boolean adds) {
        Box from = Box.of(src, srcOffsets, shape, limits, 0);
        Box to = Box.of(dst, dstOffsets, shape, limits, 0);
        if (!adds && from.isSameAs(to)) {
            return; // a broadcast's root gets what it has: its peers may be reading it
        }
        Tile[] stages = ping == pong ? new Tile[] {ping} : new Tile[] {ping, pong};
        from.moves();
        ping.holes().clear();
        pong.holes().clear();
        Writes.to(
                to,
                adds,
                new Writes.Source() {
                    @Override
                    public void put(Box box) {
                        new Slide(from, box, stages, false).run();
                    }

                    @Override
                    public void add(Box box) {
                        new Slide(from, box, stages, true).run();
                    }
                });
    }

    private void run() {
        long across = Math.ceilDiv(from.columns, stages[0].columns());
        long chunks = Math.ceilDiv(from.rows, stages[0].rows()) * across;
        int ahead = stages.length - 1;
        for (long i = 0; i < chunks + ahead; i++) {
            if (i < chunks) {
                read(chunk(i, across), stages[(int) (i % stages.length)]);
            }
            if (i >= ahead) {
                write(chunk(i - ahead, across), stages[(int) ((i - ahead) % stages.length)]);
            }
        }
    }

    private Chunk chunk(long i, long across) {
        long row = i / across * stages[0].rows();
        long column = i % across * stages[0].columns();
        return new Chunk(
                row,
                column,
                (int) Math.min(stages[0].rows(), from.rows - row),
                (int) Math.min(stages[0].columns(), from.columns - column));
    }

    private boolean isWhole(Box box, Chunk chunk) {
        return chunk.columns() == box.columns
                && chunk.columns() == stages[0].columns()
                && box.isPacked();
    }

    private void read(Chunk chunk, Tile stage) {
        if (isWhole(from, chunk)) {
            Transfer.read(
                    from.view.segment(),
                    from.address(chunk.row()),
                    stage,
                    0,
                    chunk.rows() * chunk.columns());
            return;
        }
        for (int r = 0; r < chunk.rows(); r++) {
            long at = from.address(chunk.row() + r) + chunk.column() * from.step();
            int place = r * stage.columns();
            if (from.hasPackedRows()) {
                Transfer.read(from.view.segment(), at, stage, place, chunk.columns());
            } else {
                for (int c = 0; c < chunk.columns(); c++) {
                    Transfer.read(from.view.segment(), at + c * from.step(), stage, place + c, 1);
                }
            }
        }
    }

    private void write(Chunk chunk, Tile stage) {
        if (!adds && isWhole(to, chunk)) {
            Transfer.write(
                    stage,
                    0,
                    to.view.segment(),
                    to.address(chunk.row()),
                    chunk.rows() * chunk.columns());
            return;
        }
        for (int r = 0; r < chunk.rows(); r++) {
            long at = to.address(chunk.row() + r) + chunk.column() * to.step();
            int place = r * stage.columns();
            if (!adds && to.hasPackedRows()) {
                Transfer.write(stage, place, to.view.segment(), at, chunk.columns());
            } else {
                for (int c = 0; c < chunk.columns(); c++) {
                    writeOne(stage, place + c, at + c * to.step());
                }
            }
        }
    }

    private void writeOne(Tile stage, int place, long at) {
        if (adds) {
            AtomicAdds.add(to.view, at, stage, place);
        } else {
            Transfer.write(stage, place, to.view.segment(), at, 1);
        }
    }
}
