package org.crosstile.ranks.threads;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.crosstile.memory.Fill;
import org.crosstile.ranks.CallBoard;
import org.crosstile.ranks.Code;
import org.crosstile.ranks.Delay;
import org.crosstile.ranks.RowCounts;

/** What all cores of a run share. */
record Surroundings(
        Device[] devices,
        MemorySegment[] regions,
        Progress progress,
        Patience patience,
        RowCounts rows,
        CallBoard calls,
        List<Delay> delays,
        Code code,
        Fill fill) {}
