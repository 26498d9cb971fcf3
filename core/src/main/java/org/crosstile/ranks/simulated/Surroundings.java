package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.crosstile.memory.Fill;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.Launch;
import org.crosstile.ranks.RowCounts;

/** What all agents of a run share. */
record Surroundings(
        MemorySegment[] regions,
        RegionWatch[] watches,
        Turns turns,
        Memory memory,
        Log log,
        Launch launch,
        CallBoard calls,
        Optional<Unset> unset,
        Lanes lanes) {
    RowCounts rows() {
        return launch.rows();
    }

    /** What memory holds before it is written. */
    Fill fill() {
        return launch.filling().fill();
    }
}
