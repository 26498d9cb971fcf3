package org.crosstile.isa;

import org.crosstile.memory.Fault;

/** Two instructions that touch the same bytes without being ordered. */
public final class Race extends Fault {
    private static final long serialVersionUID = 1L;
    private final transient Object other;
    private final transient Object site;
    private final int rank;

    Race(String found, String hint, Object other, Object site, int rank) {
        super(IsaRules.RACE.id(), IsaRules.RACE.headline(), found, hint);
        this.other = other;
        this.site = site;
        this.rank = rank;
    }

    /** What {@link Core#site} was when the earlier of the two was issued. */
    public Object other() {
        return other;
    }

    /** What {@link Core#site} was when the later of the two was issued. */
    public Object where() {
        return site;
    }

    /** The rank that issued the later of the two. */
    public int rank() {
        return rank;
    }
}
