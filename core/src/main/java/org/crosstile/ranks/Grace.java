package org.crosstile.ranks;

import java.time.Duration;

/** The time that threads get to notice that their run is over. */
public final class Grace {
    private static final long MILLIS = 1500;

    private final long end = System.nanoTime() + MILLIS * 1_000_000;

    /** Waits for a thread to end, but not for ever; whether it has. */
    public boolean ends(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive() && System.nanoTime() < end) {
            try {
                thread.join(Duration.ofNanos(Math.max(1, end - System.nanoTime())));
            } catch (InterruptedException e) {
                interrupted = true; // the run has ended already; what is left takes little time
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
