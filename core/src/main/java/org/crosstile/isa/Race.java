package org.crosstile.isa;

import org.crosstile.memory.Fault;

/** Two instructions that touch the same bytes without being ordered. */
public final class Race extends Fault {
    private static final long serialVersionUID = 1L;
    private final transient Object other;

    Race(String found, String hint, Object other) {
        super(IsaRules.RACE.id(), IsaRules.RACE.headline(), found, hint);
        this.other = other;
    }

    /** What {@link Core#site} was when the earlier of the two was issued. */
    public Object other() {
        return other;
    }
}
