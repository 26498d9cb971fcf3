package org.crosstile.ranks;

import java.util.Set;
import org.crosstile.abi.DType;
import org.crosstile.memory.Fill;

/**
 * What windows, tensors and tiles hold before they are written.
 *
 * @param fill their contents; signal cells are zero whatever it is
 * @param cells names of the windows that hold signal cells; with an empty name among them, any
 *     INT32 window may
 */
public record Filling(Fill fill, Set<String> cells) {
    /** Everything begins as zeros. */
    public static final Filling ZEROS = new Filling(Fill.zero, Set.of());

    public Filling {
        cells = Set.copyOf(cells);
    }

    /** What a window holds whose elements have a type. */
    Fill of(String window, DType dtype) {
        boolean signals = cells.contains(window) || (cells.contains("") && dtype == DType.INT32);
        return signals ? Fill.zero : fill;
    }
}
