package org.crosstile.ranks;

/**
 * How often a launch runs over the same windows.
 *
 * @param times number of runs, at least 1; a run that does not finish is the last
 * @param keepsWindows whether a run finds the windows as the one before has left them; otherwise
 *     zeroed
 * @param between called before every run but the first: gives the arguments their contents again
 */
public record Repeat(int times, boolean keepsWindows, Runnable between) {
    public Repeat {
        if (times < 1) {
            throw new IllegalArgumentException("at least one run, and not " + times);
        }
    }

    /** One run. */
    public static Repeat once() {
        return new Repeat(1, false, () -> {});
    }
}
