package org.crosstile.ranks.simulated;

import java.lang.foreign.MemorySegment;
import java.util.Optional;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.RowCounts;

/** What all agents of a run share. */
record Surroundings(
        MemorySegment[] regions,
        RegionWatch[] watches,
        Turns turns,
        Memory memory,
        Log log,
        RowCounts rows,
        CallBoard calls,
        Optional<Unset> unset,
        Lanes lanes) {}
