package org.crosstile.memory;

/** Bits that say how a task is submitted. */
public final class TaskFlags {
    /** What the task touches orders it against no other task. */
    public static final int MANUAL = 1;

    /** All cores of the task start at once. */
    public static final int TOGETHER = 2;

    /** The task completes without doing anything. */
    public static final int SKIPPED = 4;

    private TaskFlags() {}
}
