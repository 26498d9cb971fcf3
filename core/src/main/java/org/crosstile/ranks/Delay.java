package org.crosstile.ranks;

import java.util.List;
import java.util.Set;

/**
 * A test's wish: a rank is slow at some place of the program.
 *
 * @param device which rank
 * @param sites the call sites of that place; it is slow again when it comes back from elsewhere
 * @param millis how long, at least 0
 */
public record Delay(int device, Set<Integer> sites, long millis) {
    public Delay {
        sites = Set.copyOf(sites);
    }

    /** The delays of one rank, as it goes along. */
    public static final class Clock {
        private final List<Delay> delays;
        private int last = -1;

        /** The part of {@code all} that concerns a device. */
        public Clock(List<Delay> all, int device) {
            delays = all.stream().filter(delay -> delay.device() == device).toList();
        }

        /** How long the rank is to wait in milliseconds, now that it is at a call site. */
        public long millisAt(int site) {
            if (delays.isEmpty()) {
                return 0;
            }
            long sum = 0;
            for (Delay delay : delays) {
                if (delay.sites().contains(site) && !delay.sites().contains(last)) {
                    sum += delay.millis();
                }
            }
            last = site;
            return sum;
        }
    }
}
