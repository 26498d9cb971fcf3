package org.crosstile.isa.text;

import java.util.Optional;
import org.crosstile.isa.Arch;
import org.crosstile.isa.TensorType;
import org.crosstile.isa.TileType;

/**
 * The tiles that an instruction is given when its text has none. All of a tensor if it fits, else
 * as many whole rows as fit, else part of a row; at most 16 KiB each, which is enough to hide the
 * start-up of a transfer. What remains at the end of a dimension is a narrowed block.
 */
final class TileChoice {
    private static final int MOST = 16 * 1024;
    private static final int UNIT = 1024;
    private static final int ALIGNMENT = 32;

    private TileChoice() {}

    /**
     * The type of each of the tiles.
     *
     * @param over what they slide over
     * @param from first byte of the UB that is free
     * @return empty if there is no room
     */
    static Optional<TileType> of(TensorType over, int tiles, int from, Arch arch) {
        int share = (arch.ubBytes() - from) / tiles / UNIT * UNIT;
        int budget = Math.min(MOST, share);
        if (budget < UNIT) {
            return Optional.empty();
        }
        int size = over.dtype().bytes();
        int unit = ALIGNMENT / size;
        long cols = Math.clamp(over.cols(), 1, budget / size);
        int padded = Math.toIntExact(Math.ceilDiv(cols, (long) unit) * unit);
        int most = budget / (padded * size);
        boolean isWhole = over.rows() <= most && over.cols() <= padded;
        long rows = isWhole ? over.rows() : over.shape().get(3);
        return Optional.of(TileType.dynamic(over.dtype(), (int) Math.clamp(rows, 1, most), padded));
    }

    /** Where tile {@code i} of an instruction lies. */
    static int address(TileType type, int i, int from) {
        long step = Math.ceilDiv(type.bytes(), (long) UNIT) * UNIT;
        return Math.toIntExact(from + i * step);
    }
}
