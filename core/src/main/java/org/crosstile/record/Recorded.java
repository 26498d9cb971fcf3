package org.crosstile.record;

import java.util.List;
import java.util.Optional;

/**
 * What a run has left in a file.
 *
 * @param program name of the program
 * @param ending how the run ended, as its verdict; empty if it did not come to an end
 * @param sites by number
 * @param windows in the order of their allocation
 * @param ranks by device number
 */
public record Recorded(
        String program,
        String ending,
        List<RecordedSite> sites,
        List<RecordedWindow> windows,
        List<Ring> ranks) {
    public Recorded {
        sites = List.copyOf(sites);
        windows = List.copyOf(windows);
        ranks = List.copyOf(ranks);
    }

    /**
     * The last events of one rank.
     *
     * @param count how many there have been
     * @param kept the last of them, oldest first
     */
    public record Ring(long count, List<EventRing.Kept> kept) {
        public Ring {
            kept = List.copyOf(kept);
        }
    }

    /** The call site of an event; empty if it has none. */
    public Optional<RecordedSite> site(int number) {
        return number >= 0 && number < sites.size()
                ? Optional.of(sites.get(number))
                : Optional.empty();
    }

    /** The window that a byte of a region belongs to. */
    public Optional<RecordedWindow> window(long offset) {
        return windows.stream().filter(window -> window.contains(offset)).findFirst();
    }
}
