package org.crosstile.ranks;

import org.crosstile.memory.CoreLink;

/**
 * Which of the cores that run a task together a core is.
 *
 * @param block which block of the task
 * @param blocks how many there are
 * @param subBlock which of the vector cores of its core group; 0 for a cube core
 * @param leads whether it is the first core of its group
 * @param link the way to the rest of its group
 */
public record Seat(int block, int blocks, int subBlock, boolean leads, CoreLink link) {
    /** A core without a group. */
    public static Seat of(int block, int blocks) {
        return new Seat(block, blocks, 0, true, CoreLink.NONE);
    }

    /** The same block, as a core of a group. */
    public Seat in(CoreGroup group, int core, CoreGroup.Gate gate) {
        return new Seat(block, blocks, group.subBlock(core), core == 0, group.link(core, gate));
    }
}
