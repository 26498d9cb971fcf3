package org.crosstile.ranks.simulated;

import java.util.List;

/** Decides who makes the next step. */
interface Picker {
    /**
     * An agent of {@code ready}, or a lane of {@code flight}; one of both is not empty.
     *
     * @param current the agent that moved last
     */
    Mover next(Agent current, List<Agent> agents, Ready ready, Flight flight);

    /**
     * All that was done so far comes before the next step: the host goes on, or a new run begins.
     */
    default void barrier() {}

    /** Whether whoever needs something to arrive gets it at once, without a choice of order. */
    default boolean drainsAtOnce() {
        return true;
    }
}
